// PTRT_VERBOSE=1: one line to stderr for each launch, with what was decided and why.
#include "internal.h"

#include <stdio.h>
#include <string.h>

const char *ptrt_schedule_name(int schedule)
{
    switch (schedule) {
    case PTRT_SCHEDULE_AUTO:
        return "auto";
    case PTRT_SCHEDULE_STATIC:
        return "static";
    case PTRT_SCHEDULE_DYNAMIC:
        return "dynamic";
    case PTRT_SCHEDULE_GUIDED:
        return "guided";
    case PTRT_SCHEDULE_STEAL:
        return "steal";
    case PTRT_SCHEDULE_HARDWARE:
        return "hardware";
    }
    return "?";
}

// What the persistent kernel costs is told where it costs something: the compiler that knows registers is not ptcc.
// `no_queue`: the launch needs no room for one in shared memory.
static void tell_resident(char *out, size_t size, const ptrt_facts_t *facts, bool no_queue)
{
    char original[48] = "", spills[64] = "", usable[24] = "";
    const unsigned groups = no_queue ? facts->twin_groups : facts->twin_groups_queue, budget = ptrt_multiprocessor_budget();
    if (budget && budget < facts->multiprocessors)
        snprintf(usable, sizeof usable, "%u of ", budget);
    if (groups < facts->original_groups)
        snprintf(original, sizeof original, " instead of the original's %u", facts->original_groups);
    if (facts->twin_local_bytes > facts->original_local_bytes)
        snprintf(spills, sizeof spills, ", spills %zu bytes a thread",
                 facts->twin_local_bytes - facts->original_local_bytes);
    snprintf(out, size, " (resident: %u a multiprocessor%s, %s%u multiprocessors%s)", groups, original, usable,
             facts->multiprocessors, spills);
}

void ptrt_tell(const ptrt_kernel_t *kernel, const ptrt_request_t *request, const ptrt_decision_t *decision,
               const ptrt_facts_t *facts, int asked, const char *why)
{
    char shape[128] = "", how[192] = "plain launch";
    bool no_queue = false;
    if (request)
        snprintf(shape, sizeof shape, " grid %ux%ux%u block %ux%ux%u shared %zu", request->grid[0],
                 request->grid[1], request->grid[2], request->block[0], request->block[1], request->block[2],
                 request->dynamic_shared_bytes);
    if (decision && decision->action == PTRT_ACTION_TWIN) {
        const pt_launch_t *l = &decision->launch;
        const char *const groups = decision->groups == 1 ? "group" : "groups";
        if (l->tickets && l->levels)
            snprintf(how, sizeof how, "persistent, %u %s, guided, chunks %u to %u", decision->groups, groups, l->chunk, l->ticket_chunk);
        else // single blocks that are dealt out are one round of all of them, in steps
            snprintf(how, sizeof how, "persistent, %u %s, %s, chunk %u%s", decision->groups, groups,
                     l->tickets && asked == PTRT_SCHEDULE_STEAL && !pt_ranges_log2(l) ? "dynamic" : ptrt_schedule_name(asked),
                     l->stride > 1 ? 1 : l->chunk, !l->tickets && asked != PTRT_SCHEDULE_STATIC ? ", one for each group" : "");
        if ((kernel->flags & PTRT_KERNEL_LONGEST_FIRST) && l->longest)
            snprintf(how + strlen(how), sizeof how - strlen(how), l->longest == PT_LONGEST_FIRST ? ", longest blocks first" : ", lengths are noted");
        no_queue = decision->dynamic_shared_bytes == request->dynamic_shared_bytes;
    } else if (decision && decision->action == PTRT_ACTION_REFUSE) {
        snprintf(how, sizeof how, decision->groups ? "refused, %u groups" : "refused", decision->groups);
    }
    char resident[192] = "";
    if (facts && !facts->obstacle)
        tell_resident(resident, sizeof resident, facts, no_queue);
    fprintf(stderr, "ptrt: %s (%s:%d)%s: %s%s%s: %s%s\n", kernel->name, kernel->file, kernel->line, shape, how,
            resident, decision && decision->begins_early ? ", begins early" : "", why, decision && decision->measure ? " [timed]" : "");
}

void ptrt_say(const ptrt_kernel_t *kernel, const char *text)
{
    fprintf(stderr, "ptrt: %s (%s:%d): %s\n", kernel->name, kernel->file, kernel->line, text);
}
