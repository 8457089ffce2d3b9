// Dynamic tasks: the block behind `#pragma pt foreach`, in the original kernel and in its persistent twin.
//
//     before                                               after (in the twin; on one line)
//     #pragma pt foreach(Task v : queue) worker(warp)
//     {                                                    for (::pt::tasks_of<decltype(queue), ::pt::worker_warp> pt_tasks(queue, pt_launch.meets != 0u); pt_tasks.next();)
//                                                              if (pt_tasks.has_task()) { Task v = pt_tasks.task(); const auto &queue = pt_tasks.queue(); (void)queue; {
//         pt_push(queue, v + 1);                               pt_push(queue, v + 1);
//     }                                                    } }
//
// `continue` ends the task, as in the loop that the directive is written like. In the block the queue's name means the queue as the
// group knows it, so that what is pushed goes into the group's own ring. In the original no group waits for others (task_group.cuh).
#include "transform/kernel.h"

static const directive *tasks_directive(const rewriter *r, const function *f, const declaration *d)
{
    return &r->plan->files.items[d->file].directives.items[f->tasks_directive];
}

// A variable, and not a member of one: the block may have one of the same name.
static bool is_name_alone(slice queue)
{
    for (size_t i = 0; i < queue.length; i++)
        if (queue.bytes[i] == '.' || queue.bytes[i] == ':' || queue.bytes[i] == '>')
            return false;
    return true;
}

void edit_tasks(const rewriter *r, edit_list *e, const function *f, const declaration *d, const char *meets)
{
    if (!f->has_tasks)
        return;
    const directive *x = tasks_directive(r, f, d);
    const int length = (int)x->queue.length;
    const char *const queue = x->queue.bytes;
    text head = text_new(r->arena);
    text_format(&head, "for (::pt::tasks_of<decltype(%.*s), ::pt::worker_%s> pt_tasks(%.*s, %s); pt_tasks.next();) if (pt_tasks.has_task()) { ", length, queue,
                worker_name(x->worker), length, queue, meets);
    text_format(&head, "%.*s = pt_tasks.task(); ", (int)x->task.length, x->task.bytes);
    if (is_name_alone(x->queue))
        text_format(&head, "const auto &%.*s = pt_tasks.queue(); (void)%.*s; ", length, queue, length, queue);
    edit_insert(e, f->tasks_begin, head.bytes);
    edit_insert(e, f->tasks_end, " }");
}
