"""The planted faults: what is changed in which file, and the tests that must notice.

A fault is one search and replacement that applies exactly once; when the code around it changes, so does the fault. A test is
     unit NAME         testsuite/unit/test_NAME
     diag CASE         testsuite/diag/run
     golden CASE       testsuite/golden/run
     exec CASE         testsuite/exec/run_exec.py --only ptcc --ptcc-flag=--no-cuda: handled or refused as the case says,
                       and its own output left as it is
     build CASE        testsuite/exec/run_exec.py: rewritten and compiled by nvcc
     ptx CASE          the same, then testsuite/ptx/check_ptx
     cpu CASE          testsuite/cpu/run_cpu.py: rewritten and run on the CPU back end
     races CASE        the same under ThreadSanitizer
     engine -          testsuite/cpu/engine_test.cpp
     report NAME       testsuite/cpu/check_reports.py: a program that is wrong is reported
     interleave PART   testsuite/interleave/explore.cpp: the scenarios whose names hold that
     interleave:ALGORITHM PART  the same with another grid barrier
and on a GPU
     runtime ARGUMENTS testsuite/gpu/runtime_test.cu
     run CASE MODE     the rewritten case with PTRT_MODE=MODE
     racecheck CASE MODE  the same under compute-sanitizer
"""
import collections

Fault = collections.namedtuple("Fault", "name file search replacement tests")

# Caught by tests that need no GPU.
REWRITER = [
    Fault("edits at one place come out in reverse", "src/transform/edit.c",
          "return a->order < b->order ? -1 : a->order > b->order;", "return a->order > b->order ? -1 : a->order < b->order;",
          ["unit edit"]),
    Fault("a raw string ends like any other", "src/frontend/lex.c",
          "*raw = length > 0 && word[length - 1] == 'R';", "*raw = false;", ["unit lex"]),
    Fault("a clause may come twice", "src/frontend/pragma_clause.c",
          "} else if (seen[kind]) {", "} else if (seen[kind] && p == NULL) {", ["unit pragma", "diag repeated_clause"]),
    Fault("returns before a barrier are not seen", "src/frontend/analyse.c",
          "|= analyse_may_wait(p, sync, true);", "|= analyse_may_wait(p, sync, true) && !sync;",
          ["golden leaving_before_a_barrier"]),
    Fault("the next turn of a loop is not seen", "src/frontend/analyse.c",
          "return leave->loop_end && sync->loop_end == leave->loop_end;", "return leave->loop_end && sync->loop_end == 1;",
          ["diag library_barrier_in_a_loop"]),
    Fault("blocks that wait for blocks are not seen", "src/frontend/analyse.c",
          "    f->waits_on_blocks = waits;", "    f->waits_on_blocks = waits && false;", ["diag order_of_waiting_blocks"]),
    Fault("lanes that take values in step are not seen", "src/frontend/check_cpu.c",
          "if (x->kind != FACT_LANE_EXCHANGE)", "if (x->kind != FACT_LANE_EXCHANGE || x->end)", ["diag for_cpu_volatile"]),
    Fault("assembly is not looked at", "src/frontend/check.c",
          "if (strstr(x->name, rows[i].word)) {", "if (strstr(x->name, \"no such word\")) {",
          ["diag asm_block_index", "diag asm_exit"]),
    Fault("a launch that clang dropped is passed over", "src/frontend/check.c",
          "!recover_is_known(p, p->launches.count, (int)file, t->begin, &next))",
          "!recover_is_known(p, p->launches.count, (int)file, t->begin, &next) && !t->end)",
          ["diag lost_launch"]),
    Fault("one of an overload set is not picked", "src/transform/kernel.c",
          "bool cast = is_overloaded(r, f);", "bool cast = is_overloaded(r, f) && !f->name;", ["build overload_set"]),
    Fault("friends are forgotten", "src/transform/kernel.c",
          "if (!first && !defines && !d->is_friend)", "if (!first && !defines)", ["build friend_kernel"]),
    Fault("a call goes to the original and not to its clone", "src/transform/copy.c",
          'edit_insert(e, x->end, "_pt");', 'edit_insert(e, x->end, "");', ["ptx idx_free_function"]),
    Fault("shared memory needs nothing between items", "src/transform/kernel.c",
          "if (f->uses_shared || f->has_async_copy", "if (f->has_async_copy", ["ptx shared_per_warp"]),
    Fault("output is written though another output failed", "src/transform/print.c",
          "if (ok && rename(temporary, list[i].target) == 0)", "if (rename(temporary, list[i].target) == 0)", ["unit output"]),
    Fault("quoted includes stay relative to the source", "src/transform/rewrite.c",
          "strcmp(from, folder) == 0)", "strcmp(from, folder) != 0)", ["build early_return"]),
]

# In libptrt and in the arithmetic that host and device share; no GPU either.
RUNTIME = [
    Fault("the counter is set back one ticket too late", "src/runtime/plan.c",
          "launch->last_ticket = launch->tickets + groups - 1;", "launch->last_ticket = launch->tickets + groups;",
          ["unit ptrt_plan"]),
    Fault("the last ticket goes beyond the grid", "runtime-cuda/pt/schedule.h",
          "if (range.end > launch->items)", "if (range.end > launch->items + 1)", ["unit ptrt_plan"]),
    Fault("a level's tickets begin one chunk too late", "runtime-cuda/pt/schedule.h",
          "<< launch->levels) - chunk) <<", "<< launch->levels)) <<", ["unit ptrt_plan"]),
    Fault("a guided launch forgets its large chunks", "src/runtime/plan.c",
          "launch->tickets = (levels << level_log2) +", "launch->tickets = levels +", ["unit ptrt_plan"]),
    Fault("more groups than are resident are launched", "src/runtime/decide.c",
          "if (groups > resident || groups == 0)", "if (groups == 0)", ["unit ptrt_decide"]),
    Fault("auto picks a twin of lower occupancy", "src/runtime/decide.c",
          "facts->twin_groups_queue < facts->original_groups", "facts->twin_groups_queue == 0", ["unit ptrt_decide"]),
    Fault("facts of one context serve another", "src/runtime/decide.c",
          "s->context != request->context ||", "", ["unit ptrt_decide"]),
    Fault("the queue's slot lies in the program's shared memory", "src/runtime/decide.c",
          "(request->dynamic_shared_bytes + PT_SLOT_ALIGNMENT - 1) /", "(request->dynamic_shared_bytes) /", ["unit ptrt_decide"]),
    Fault("trials may lose a fifth of the time", "src/runtime/tune.c",
          "loss_share = 0.015;", "loss_share = 0.20;", ["unit ptrt_tune"]),
    Fault("a candidate wins though it is no faster", "src/runtime/tune.c",
          "gain_needed = 0.98;", "gain_needed = 1.10;", ["unit ptrt_tune"]),
]

# In the device runtime, whose text is the same on the CPU back end, and in the layer under it.
ON_CPU = [
    Fault("a queue's counter is not set back (CPU)", "runtime-cpu/pt/cpu/layer.hpp",
          "ticket >= last ? 0u : ticket + 1u, false, __ATOMIC_RELAXED,", "ticket + 1u, false, __ATOMIC_RELAXED,",
          ["cpu schedules_and_groups"]),
    Fault("the last item of a chunk is lost where a row of the grid ends before it (CPU)", "runtime-cuda/pt/queue.cuh",
          "if (begin >= rest) {", "if (begin + 1u >= rest) {", ["cpu grid_shapes"]),
    Fault("without a queue the next chunk begins one chunk too late (CPU)", "runtime-cuda/pt/queue.cuh",
          "next += launch_.round_items - launch_.chunk;", "next += launch_.round_items;", ["cpu grid_shapes"]),
    Fault("a vote is not taken back (CPU)", "runtime-cuda/pt/block.cuh",
          "atomicSub(&s->votes, 1u);", "atomicSub(&s->votes, 0u);", ["cpu return_before_barrier_count"]),
    Fault("nothing between items that share memory (CPU)", "runtime-cuda/pt/block.cuh",
          "struct between_block {", "struct between_block : between_none {};\nstruct between_block_as_it_was {",
          ["cpu shared_static_rewritten"]),
    Fault("morton's curve visits blocks twice (CPU)", "runtime-cuda/pt/order.cuh",
          "& 0x33333333u;", "& 0x11111111u;", ["cpu order_morton"]),
    Fault("threads that leave stay in the masks of their warp (CPU)", "runtime-cuda/pt/warp.cuh",
          "alive &= ~__ballot_sync(alive, condition);", "__ballot_sync(alive, condition);", ["cpu return_before_shuffle"]),
    Fault("a published block is not renewed for each item (CPU)", "runtime-cuda/pt/ambient.cuh",
          "record.index = index;", "if (index.x < ::gridDim.x)\n            record.index = index;", ["cpu idx_call_operator"]),
]

# In what groups say to each other, found by a search through all interleavings; and in the grid barrier around it.
GLOBAL_SYNC = [
    Fault("a grid barrier does not count its generations", "runtime-cuda/pt/barrier.cuh",
          "const unsigned generation = s->generation_of_grid + 1u;", "const unsigned generation = 1u;", ["interleave grid"]),
    Fault("a grid barrier opens one group too early", "runtime-cuda/pt/barrier_algorithms.cuh",
          "return static_cast<int>(value - wanted) >= 0;", "return static_cast<int>(value - wanted) >= -1;", ["interleave grid"]),
    Fault("one word's groups are not waited for", "runtime-cuda/pt/barrier_algorithms.cuh",
          "return next == words;", "return next + 1u >= words;", ["interleave grid"]),
    Fault("a leaf does not count its generations", "runtime-cuda/pt/barrier_algorithms.cuh",
          "+ 1u == n * members)", "+ 1u == n * 0u + members)", ["interleave:two_level grid"]),
    Fault("the flag is set before the last group has come", "runtime-cuda/pt/barrier_algorithms.cuh",
          "if (device_scope::add_in_order(&arrived[e].value, 1u) + 1u == n * ::gridDim.x)",
          "if (device_scope::add_in_order(&arrived[e].value, 1u) + 2u >= n * ::gridDim.x)", ["interleave:counter_flag grid"]),
    Fault("group 0 overlooks the last group", "runtime-cuda/pt/barrier_algorithms.cuh",
          "for (; next < ::gridDim.x; next++)", "for (; next + 1u < ::gridDim.x; next++)", ["interleave:lock_free grid"]),
    Fault("who is past is taken for one who has come", "runtime-cuda/pt/barrier_algorithms.cuh",
          "if (!has_come_to(number, 2u * n - 1u))", "if (!has_come_to(number, 2u * n - 2u))", ["interleave:syncblocks grid"]),
    Fault("groups whose blocks have ended come to no barrier any more", "runtime-cuda/pt/barrier.cuh",
          "        if (may_miss)\n            detail::serve(s);\n", "", ["interleave grid"]),
    Fault("a group that serves waits for a barrier that nobody comes to", "runtime-cuda/pt/barrier.cuh",
          "passed(s->entry, s->generation_of_grid, next) &&\n               device_scope::load_acquire(all) != ::gridDim.x)",
          "passed(s->entry, s->generation_of_grid, next))", ["interleave grid"]),
    Fault("the first group out sets the grid barrier back", "runtime-cuda/pt/barrier.cuh",
          "::gridDim.x - 1u) == ::gridDim.x - 1u) {", "::gridDim.x - 1u) == 0u) {", ["interleave grid"]),
    Fault("arrivals stay behind for the next launch", "runtime-cuda/pt/barrier_algorithms.cuh",
          "store_relaxed(at(e, i), 0u);", "store_relaxed(at(e, 0u), 0u);", ["interleave grid"]),
    Fault("each group believes its own number of items", "runtime-cuda/pt/queue.cuh",
          "return seen == 0ull ? items : static_cast<unsigned>(seen - 1ull);", "return seen == 0ull ? items : items;",
          ["interleave queue"]),
    Fault("the number of items stays behind for the next launch", "runtime-cuda/pt/queue.cuh",
          "                        detail::forget_agreed(slot->entry, this->items(l));", "                        (void)l;", ["interleave queue"]),
    Fault("a group without a first item draws no last ticket", "runtime-cuda/pt/queue.cuh",
          "        if (l.tickets != 0u && !has_chunk())\n            fetch();\n", "", ["interleave queue"]),
    Fault("the plain launch has blocks that items(...) leaves out", "src/transform/kernel.c",
          "    if (items.length)\n        text_format(out, \" if (::pt::is_left_out", "    if (items.length && !f)\n        text_format(out, \" if (::pt::is_left_out",
          ["cpu items"]),
    Fault("two launches take one entry: home changes unseen", "runtime-cuda/pt/queue.cuh",
          "            stay = seen != expected;", "            stay = false;", ["interleave queue"]),
    Fault("two launches take one entry: home is not noted", "runtime-cuda/pt/queue.cuh",
          "entry == home_entry())\n            step = note;", "entry == home_entry())\n            step = take;", ["interleave queue"]),
    Fault("two launches take one entry: no lock", "runtime-cuda/pt/queue.cuh",
          "    while (device_scope::exchange_acquire(&directory.lock, 1u) != 0u)\n        wait_turn();\n", "", ["interleave queue"]),
    Fault("a queue is given back while others draw from it", "runtime-cuda/pt/queue.cuh",
          "if (ticket_ == this->last_ticket(l)) {", "if (ticket_ >= this->tickets(l)) {", ["interleave queue"]),
    Fault("an arrival is not a release", "runtime-cpu/pt/cpu/layer.hpp",
          "__atomic_fetch_add(address, value, __ATOMIC_RELEASE); }", "__atomic_fetch_add(address, value, __ATOMIC_RELAXED); }",
          ["races grid_barrier"]),
    Fault("the poll for the others is not an acquire", "runtime-cpu/pt/cpu/layer.hpp",
          "static inline unsigned load_acquire(const unsigned *address) { return __atomic_load_n(address, __ATOMIC_ACQUIRE); }",
          "static inline unsigned load_acquire(const unsigned *address) { return __atomic_load_n(address, __ATOMIC_RELAXED); }",
          ["races grid_barrier"]),
    Fault("any thread that is left meets the other groups", "runtime-cuda/pt/barrier.cuh",
          "if (atomicSub(&s->votes, 1u) == 1u)", "if (atomicSub(&s->votes, 1u) >= 1u)", ["cpu grid_barrier"]),
    Fault("a grid barrier passes by threads that have left", "src/transform/copy.c",
          'return drains(f) ? "::pt::draining_grid_barrier();" :', 'return !f ? "::pt::draining_grid_barrier();" :',
          ["cpu grid_barrier"]),
    Fault("guards are not asked again in later phases", "src/frontend/phase.c",
          "if (s->statements.items[i].is_guard &&", "if (false && s->statements.items[i].is_guard &&", ["cpu grid_barrier_many_blocks"]),
    Fault("a load is computed again behind a barrier", "src/frontend/phase_value.c",
          "const bool binary = operand && (is(s, i, \"*\") ||", "const bool binary = (operand || true) && (is(s, i, \"*\") ||",
          ["diag grid_barrier_not_again"]),
    Fault("what a phase needs is not computed again", "src/frontend/phase.c",
          "        repeat_needed(s, ph, ph->begin, ph->end, 0);", "        (void)0;", ["cpu grid_barrier_many_blocks"]),
    Fault("a barrier under a thread's condition is let through", "src/frontend/barrier.c",
          "uniform_in_grid(p, d, b) != GRID_DIFFERS)", "uniform_in_grid(p, d, b) != GRID_OPEN)", ["diag grid_barrier"]),
    Fault("groups of a grid barrier are counted on all multiprocessors", "src/runtime/decide.c",
          "resident = facts->twin_groups_queue * multiprocessors;", "resident = facts->twin_groups_queue * (multiprocessors ? facts->multiprocessors : 0);",
          ["unit ptrt_decide"]),
]

# In the CPU back end itself, and what was found with its help.
CPU_ENGINE = [
    Fault("shared memory keeps what the last item wrote", "src/runtime/cpu/shared.c",
          "        fill(p->bytes, (char)poison_byte, p->size_bytes);\n", "", ["engine -"]),
    Fault("blocks start in descending order", "src/runtime/cpu/job.c",
          "group_run_block(g, (unsigned)(block % grid[0])", "group_run_block(g, (unsigned)(grid[0] - 1 - block % grid[0])",
          ["engine -"]),
    Fault("a barrier opens one thread too early", "src/runtime/cpu/group.c",
          "if (++g->arrived == g->alive)", "if (++g->arrived >= g->alive - 1)", ["engine -"]),
    Fault("a barrier waits for threads that have ended", "src/runtime/cpu/group.c", "    g->alive--;\n", "", ["engine -"]),
    Fault("nobody looks at the red zones", "src/runtime/cpu/shared.c",
          "differ |= words[i] ^ ", "differ &= words[i] ^ ", ["engine -"]),
    Fault("one OS thread runs all blocks", "src/runtime/cpu/job.c",
          "for (uint64_t i = 1; i < threads; i++) {", "for (uint64_t i = 1; i < 1; i++) {", ["engine -"]),
    Fault("threads described as independent may wait", "src/runtime/cpu/group.c",
          "    if (g->uses_fibers || g->threads == 1)\n        return;", "    return;", ["engine -"]),
    Fault("a race detector takes threads for the followers of those that have ended", "src/runtime/cpu/job.c",
          "return &j->end; }", "return &j->begin; }", ["report race_between_blocks"]),
    Fault("the watchdog sleeps", "src/runtime/cpu/watchdog.c",
          "if (g->job_began < latest) {", "if (g->job_began > latest + 1e9) {", ["report hang"]),
    Fault("copies of functions drain where the kernel does not", "src/transform/copy.c",
          "return f->leaves_before_barrier || f->drains;", "return f->leaves_before_barrier || (f->cloned && f->has_block_barrier);",
          ["cpu idx_helper_with_barrier"]),
    Fault("a return before a barrier of the same called function is not seen", "src/frontend/analyse.c",
          "f->leaves_before_barrier |= f->passes_barriers_by;", "", ["cpu return_in_helper_before_barrier"]),
]

# In the device runtime: they need a GPU.
DEVICE = [
    Fault("a queue's counter is not set back", "runtime-cuda/pt/atomic.cuh",
          'inc.u32 %0, [%1], %2;"\n                 : "=r"(ticket)\n                 : "l"(__cvta_generic_to_global(counter)), "r"(last)\n'
          '                 : "memory");\n    return ticket;\n}\n\n// The same,',
          'inc.u32 %0, [%1], %2;"\n                 : "=r"(ticket)\n                 : "l"(__cvta_generic_to_global(counter)), '
          '"r"(0xffffffffu)\n                 : "memory");\n    return ticket;\n}\n\n// The same,', ["runtime --only cover"]),
    Fault("a queue is never released", "runtime-cuda/pt/queue.cuh",
          "if (ticket_ == this->last_ticket(l)) {", "if (ticket_ == this->last_ticket(l) + 1u) {", ["runtime --only cover"]),
    Fault("every group releases the queue", "runtime-cuda/pt/queue.cuh",
          "if (ticket_ == this->last_ticket(l)) {", "if (ticket_ >= this->tickets(l)) {",
          ["runtime --only cover", "runtime --part isolation"]),
    Fault("a launch takes a queue that another one has", "runtime-cuda/pt/queue.cuh",
          "    return claim_elsewhere();", "    return home;", ["runtime --part isolation"]),
    Fault("the last item of a chunk is lost where a row of the grid ends before it", "runtime-cuda/pt/queue.cuh",
          "if (begin >= rest) {", "if (begin + 1u >= rest) {", ["runtime --only cover"]),
    Fault("without a queue the next chunk begins one chunk too late", "runtime-cuda/pt/queue.cuh",
          "next += launch_.round_items - launch_.chunk;", "next += launch_.round_items;", ["runtime --only cover"]),
    Fault("the draining barrier waits for one thread too many", "runtime-cuda/pt/block.cuh",
          '"r"(shared_address(&s->barrier)), "r"(group_threads())', '"r"(shared_address(&s->barrier)), "r"(group_threads() + 1u)',
          ["runtime --only drain"]),
    Fault("a vote is not taken back", "runtime-cuda/pt/block.cuh",
          "atomicSub(&s->votes, 1u);", "atomicSub(&s->votes, 0u);", ["runtime --only vote"]),
    Fault("nothing between items that share memory", "runtime-cuda/pt/block.cuh",
          "struct between_block {", "struct between_block : between_none {};\nstruct between_block_as_it_was {",
          ["runtime --only reverse", "run shared_static_rewritten static",
           "racecheck shared_static_rewritten static"]),
    Fault("morton's curve visits blocks twice", "runtime-cuda/pt/order.cuh",
          "& 0x33333333u;", "& 0x11111111u;", ["runtime --part order_morton"]),
    Fault("threads that leave stay in the masks of their warp", "runtime-cuda/pt/warp.cuh",
          "alive &= ~__ballot_sync(alive, condition);", "__ballot_sync(alive, condition);",
          ["run return_before_shuffle static", "run return_before_vote static"]),
    Fault("a published block is not renewed for each item", "runtime-cuda/pt/ambient.cuh",
          "record.index = index;", "if (index.x < ::gridDim.x)\n            record.index = index;",
          ["run idx_call_operator static"]),
    Fault("a plain kernel takes an old published block for its own", "runtime-cuda/pt/ambient.cuh",
          "return record.identity == launch_identity() && record.check == ~launch_identity();",
          "return record.check == ~record.identity;", ["run idx_operator_from_unannotated static"]),
]
