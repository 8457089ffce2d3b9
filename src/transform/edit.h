// Edit list: every change of a file is an (offset, removed length, inserted text), applied to a copy at once.
//
// In:  edits in any order from passes that do not know each other. Out: the new text.
// Invariant: bytes that no edit touches are copied as they are. Two edits may share an offset only when at most
// one of them removes bytes; insertions at one offset keep their order of arrival and come before the removed
// range's replacement. Overlapping removals are a bug in ptcc and abort.
#ifndef PTCC_TRANSFORM_EDIT_H
#define PTCC_TRANSFORM_EDIT_H

#include "support/source.h"

typedef struct edit {
    size_t offset, removed_bytes;
    const char *inserted; // arena string
    size_t inserted_bytes;
} edit; // in order of arrival

typedef struct edit_list {
    arena *arena;
    const source *file;
    edit *items;
    size_t count, capacity;
    unsigned char *removals; // a bit for each offset at which a removal begins; made when it is first asked for
} edit_list;

edit_list *edit_list_new(arena *a, const source *file);
edit_list *edit_list_copy(const edit_list *e);
void edit_reserve(edit_list *e, size_t count); // before the first one
void edit_insert(edit_list *e, size_t offset, const char *text);
void edit_insert_text(edit_list *e, size_t offset, const text *inserted); // is not copied: it must stay as it is
void edit_replace(edit_list *e, size_t begin, size_t end, const char *text);
void edit_remove(edit_list *e, size_t begin, size_t end);

// edit_replace for text that may go over several lines: as many newlines stand behind the new text, so that what follows
// keeps its line.
void edit_replace_keeping_lines(edit_list *e, size_t begin, size_t end, const char *replacement);

// True when some edit touches [begin, end): an insertion strictly inside or at begin, or a removal that overlaps.
bool edit_touches(const edit_list *e, size_t begin, size_t end);

// True when some edit removes bytes from `offset` on. Costs nothing however many edits there are.
bool edit_removes_at(edit_list *e, size_t offset);

// Applies the edits that lie within [begin, end) to that range of the file and appends the result. Used for
// the whole file and for copies of a part of it (a kernel's body with its inner edits).
void edit_apply(const edit_list *e, size_t begin, size_t end, text *out);

// The same piece by piece, in order: each a part of the file or what one edit inserts; and the length of all.
typedef void edit_sink(void *to, const char *bytes, size_t length);
size_t edit_length(const edit_list *e, size_t begin, size_t end);
void edit_pieces(const edit_list *e, size_t begin, size_t end, edit_sink *take, void *to);

#endif
