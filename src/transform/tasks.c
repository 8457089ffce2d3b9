// Dynamic tasks: the block behind `#pragma pt foreach`, in the original kernel and in its persistent twin.
//
//     before                                              after (in the twin)
//     (the kernel begins)                                 ::pt::tasks_of<decltype(queue), ::pt::worker_warp> pt_tasks(queue, pt_launch);
//     {                                                   {
//     pt_push(queue, first);                              pt_push(::pt::in_own_ring(queue), first);
//     #pragma pt foreach(Task v : queue) worker(warp)
//     {                                                   for (; pt_tasks.next_turn();) if (pt_tasks.has_task()) { Task v = pt_tasks.this_task(); {
//         pt_push(queue, v + 1);                              pt_push(::pt::in_own_ring(queue), v + 1);
//     }                                                   } }
//
// `continue` ends the task, as in the loop that the directive is written like. What the group pushes goes into its own ring where the plan is
// sure of it (foreach_push.c), and else to the common one. In the original, whose groups do not wait for each other (task_group.cuh), and where
// the queue is no parameter, pt_tasks is made in front of the loop.
#include "transform/kernel.h"

#include <string.h>

static const directive *tasks_directive(const rewriter *r, const function *f, const declaration *d)
{
    return &r->plan->files.items[d->file].directives.items[f->tasks.directive];
}

static bool is_parameter(const declaration *d, slice queue)
{
    for (size_t i = 0; i < d->parameters.count; i++)
        if (strlen(d->parameters.items[i].name) == queue.length && memcmp(d->parameters.items[i].name, queue.bytes, queue.length) == 0)
            return true;
    return false;
}

// ::pt::tasks_of<decltype(queue), ::pt::worker_warp> pt_tasks(queue);
static void add_tasks(text *out, const directive *x, const char *more)
{
    static const char *const workers[] = {"::pt::worker_block", "::pt::worker_warp", "::pt::worker_thread"}; // enum worker_kind
    text_add(out, "::pt::tasks_of<decltype(");
    text_add_slice(out, x->queue);
    text_format(out, "), %s> pt_tasks(", workers[x->worker]);
    text_add_slice(out, x->queue);
    text_format(out, "%s);", more);
}

// What is pushed there goes into the group's own ring, which it has from the place on where pt_tasks is made.
static void edit_pushes(edit_list *e, const function *f, const directive *x, size_t begin)
{
    for (size_t i = 0; i < f->tasks.own_pushes.count; i++) {
        const size_t at = f->tasks.own_pushes.items[i];
        if (at < begin)
            continue;
        edit_insert(e, at, "::pt::in_own_ring(");
        edit_insert(e, at + x->queue.length, ")");
    }
}

static void edit_loop(const rewriter *r, edit_list *e, const function *f, const directive *x, const char *made)
{
    text head = text_new(r->arena);
    text_format(&head, "for (%s%s pt_tasks.next_turn();) if (pt_tasks.has_task()) { ", made, *made ? "" : ";");
    text_add_slice(&head, x->task);
    text_add(&head, " = pt_tasks.this_task(); ");
    edit_insert(e, f->tasks.begin, head.bytes);
    edit_insert(e, f->tasks.end, " }");
}

void add_tasks_of_twin(const rewriter *r, text *out, edit_list *e, const function *f, const declaration *d)
{
    if (!f->has_tasks)
        return;
    const directive *x = tasks_directive(r, f, d);
    text made = text_new(r->arena);
    add_tasks(&made, x, ", pt_launch");
    if (!is_parameter(d, x->queue)) {
        edit_loop(r, e, f, x, made.bytes);
        return;
    }
    text_format(out, "    %s\n", made.bytes);
    edit_pushes(e, f, x, d->body_begin);
    edit_loop(r, e, f, x, "");
}

void edit_tasks_of_original(const rewriter *r, edit_list *e, const function *f, const declaration *d)
{
    if (!f->has_tasks)
        return;
    const directive *x = tasks_directive(r, f, d);
    text made = text_new(r->arena);
    add_tasks(&made, x, "");
    edit_pushes(e, f, x, f->tasks.begin);
    edit_loop(r, e, f, x, made.bytes);
}
