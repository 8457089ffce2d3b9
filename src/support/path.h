// Parts of paths, by their text alone.
//
// In:  a path, as somebody wrote it. Out: its last part; the folder that it names it in.
#ifndef PTCC_SUPPORT_PATH_H
#define PTCC_SUPPORT_PATH_H

#include "support/arena.h"

const char *path_base(const char *path); // behind the last slash
const char *path_folder(arena *a, const char *path); // without the slash behind it; "." when there is none

#endif
