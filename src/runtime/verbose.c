// PTRT_VERBOSE=1: one line to stderr for each launch, with what was decided and why.
#include "internal.h"

#include <stdio.h>

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

void ptrt_tell(const ptrt_kernel_t *kernel, const ptrt_request_t *request, const ptrt_decision_t *decision,
               const ptrt_facts_t *facts, const char *why)
{
    char shape[128] = "", how[192] = "plain launch";
    if (request)
        snprintf(shape, sizeof shape, " grid %ux%ux%u block %ux%ux%u shared %zu", request->grid[0],
                 request->grid[1], request->grid[2], request->block[0], request->block[1], request->block[2],
                 request->dynamic_shared_bytes);
    if (decision && decision->action == PTRT_ACTION_TWIN) {
        const pt_launch_t *l = &decision->launch;
        if (l->tickets && l->levels)
            snprintf(how, sizeof how, "persistent, %u groups, guided, chunks %u to %u", decision->groups,
                     l->chunk, l->ticket_chunk);
        else
            snprintf(how, sizeof how, "persistent, %u groups, %s, chunk %u", decision->groups,
                     l->tickets ? "dynamic" : "static", l->chunk);
    } else if (decision && decision->action == PTRT_ACTION_REFUSE) {
        snprintf(how, sizeof how, "refused, %u groups", decision->groups);
    }
    char resident[64] = "";
    if (facts && !facts->obstacle)
        snprintf(resident, sizeof resident, " (resident: %u a multiprocessor, %u multiprocessors)",
                 facts->twin_groups_queue, facts->multiprocessors);
    fprintf(stderr, "ptrt: %s (%s:%d)%s: %s%s: %s%s\n", kernel->name, kernel->file, kernel->line, shape, how,
            resident, why, decision && decision->measure ? " [timed]" : "");
}
