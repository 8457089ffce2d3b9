// Launches what a loop has asked for: as one launch, as a CUDA graph, or step by step.
//
// In:  the loop's steps (loop_log.cuh) and open guesses (loop_guesses.cuh); which way is fastest (loop_choice.cuh). Out: launches in the
//      order of the steps, and how many steps are waited for before the next ones are launched.
// Invariant: where a way is not to be had (an invalid launch, a device that cannot hold all groups, PTRT_MODE=nonpt, a stream that is
//            captured), each step is launched as it would have been without the loop. No call of the program sees an error of ours.
#ifndef PT_LOOP_LAUNCHER_CUH
#define PT_LOOP_LAUNCHER_CUH

#include "keep_steps.cuh"
#include "launch.cuh"
#include "loop_choice.cuh"
#include "loop_graph.cuh"
#include "loop_guesses.cuh"
#include "loop_log.cuh"
#include "loop_record.cuh"

#include <string.h>

namespace ptrt {
PTRT_OF_THIS_FILE {
namespace detail {

class loop_launcher {
  public:
    // All of them live longer than the object; `graphs` may be nullptr.
    loop_launcher(kernel &k, loop_choice &choice, const loop_functions &functions, loop_graphs *graphs, loop_guesses &guesses)
        : kernel_(k), choice_(choice), trials_(k, choice), functions_(functions), graphs_(graphs), guesses_(guesses)
    {
    }
    loop_launcher(const loop_launcher &) = delete;
    loop_launcher &operator=(const loop_launcher &) = delete;

    void keep_in(step_keeper &keeper) { keeper_ = &keeper; }

    // Graphs are of one size, and begin where the loop's body does, so that they are the same again. Before the first one is launched, the
    // last loop tells. `period` as in loop_log.
    unsigned steps_at_once(unsigned period) const
    {
        const unsigned most = is_graph_ ? steps_of_graph : trials_.is_trying() ? steps_of_trial : steps_at_most_;
        return period && period <= most ? most - most % period : most;
    }
    void launch_more_at_once()
    {
        if (!is_graph_ && !trials_.is_trying() && steps_at_most_ < ::pt::loop_launch::capacity_bytes)
            steps_at_most_ *= 4u;
    }

    // One step at least. True: together.
    bool launch(loop_log &log)
    {
        bool together = false;
        if (keeper_ && keep_steps(*keeper_, log, guesses_.count() != 0u)) {
            is_graph_ = false;
            together = true;
        } else if (log.steps() > 1u && log.block().x) {
            together = launch_steps(log, choose(log));
        } else {
            launch_one_by_one(log);
        }
        guesses_.note_launch();
        log.clear();
        return together;
    }

    // The answer to a chain of guesses is known.
    void end_chain(bool was_right) { trials_.end_chain(was_right); }

    // What comes next may be for another one. No guess is open.
    void forget_device() { chain_of_device_ = 0u; }

  private:
    // The first launch does not wait for many steps, so that the device begins while the host goes on.
    enum : unsigned { first_steps = 16u, steps_of_trial = 32u, steps_of_graph = 64u };

    static bool is_graph(unsigned way) { return way == PTRT_LOOP_GRAPH || way == PTRT_LOOP_PLAIN_GRAPH; }

    // While it is not known what is fastest, and nothing is guessed, the steps are used to find it out.
    unsigned choose(const loop_log &log)
    {
        enum { steps_at_least = 8 };
        const bool guesses = guesses_.count() != 0u;
        return trials_.choose(log.most_items(), (guesses || !guesses_.may_guess()) && log.steps() >= steps_at_least && !is_capturing(log.stream()),
                              guesses, guesses_.launched() == 0u);
    }

    bool launch_steps(loop_log &log, unsigned way)
    {
        trials_.prepare();
        bool is_new = false, together = false;
        const cudaStream_t stream = log.stream();
        const bool is_plain = way == PTRT_LOOP_PLAIN_GRAPH;
        cudaGraphExec_t graph = is_graph(way) && graphs_ && !is_capturing(stream)
                                    ? graphs_->find_or_make(functions_, log, guesses_.count() ? guesses_.answer_of_device() : nullptr, is_plain, &is_new)
                                    : nullptr;
        if (graph && guesses_.count() && !set_chain(stream))
            graph = nullptr;
        is_graph_ = graph && !trials_.is_trying();
        if (is_graph(way) && !graph) {
            trials_.pass_on();
            ptrt_remark(&kernel_, "these steps cannot be a CUDA graph");
        }
        trials_.begin(stream);
        if (graph && cudaGraphLaunch(graph, stream) == cudaSuccess) {
            ptrt_graph_launched(&kernel_, way, log.steps(), is_new);
            together = true;
            right_of_device_ = guesses_.count();
        } else {
            chain_of_device_ = 0u;
            if (graph)
                (void)cudaGetLastError(); // nothing has run
            together = way != PTRT_LOOP_LAUNCHES && !is_plain && launch_as_one(log);
        }
        if (way == PTRT_LOOP_LAUNCHES)
            ptrt_passed_on(&kernel_, trials_.is_trying()                   ? "auto: trying ways to launch the steps of this loop"
                                     : ptrt_loop_way_wanted() == PTRT_LOOP_AUTO ? "the steps of this loop are faster one by one"
                                                                         : "PTRT_LOOP");
        if (!together)
            launch_one_by_one(log);
        trials_.end(stream, log.steps(), is_new);
        return together;
    }

    // The device counts guesses that steps of graphs make. What else makes some does not tell it.
    bool set_chain(cudaStream_t stream)
    {
        ::pt::loop_answer *answer = guesses_.answer_of_device();
        unsigned chain = guesses_.chain(), right = guesses_.launched();
        if (chain_of_device_ == chain && right_of_device_ == right)
            return true;
        void *arguments[] = {&answer, &chain, &right, nullptr};
        if (cudaPeekAtLastError() != cudaSuccess || ::cudaLaunchKernel(functions_.chain, dim3(1), dim3(1), arguments, 0, stream) != cudaSuccess) {
            (void)cudaGetLastError();
            return false;
        }
        chain_of_device_ = chain;
        return true;
    }

    // ---- one launch

    bool launch_as_one(loop_log &log)
    {
        ptrt_request_t request;
        bool exact = true;
        if (cudaPeekAtLastError() != cudaSuccess || !current_context(&request.context, &exact))
            return false;
        if (guesses_.launched() && log.step(0u).kind == ::pt::loop_step::guess)
            return false; // is_behind_guess
        request.grid[0] = log.most_items();
        request.grid[1] = request.grid[2] = 1u;
        request.block[0] = log.block().x;
        request.block[1] = log.block().y;
        request.block[2] = log.block().z;
        request.dynamic_shared_bytes = log.most_dynamic();
        request.mode = PTRT_MODE_DEFAULT;
        request.mode_groups = 0u;
        request.stream = log.stream();
        request.is_capturing = is_capturing;
        request.elapsed = nullptr;
        const void *const function = choose_function(log, request.context);
        if (!function)
            return false;
        ptrt_decision_t decision;
        ptrt_decide(&kernel_, &request, &decision);
        if (decision.action == PTRT_ACTION_ASK_FACTS) {
            ptrt_facts_t facts;
            if (!find_facts(request, function, function, &facts))
                return false;
            ptrt_learn(&kernel_, &request, &facts);
            ptrt_decide(&kernel_, &request, &decision);
        }
        if (decision.action != PTRT_ACTION_TWIN)
            return false;
        ::pt::loop_launch &record = log.record();
        record.launch = decision.launch;
        record.first_guess = guesses_.launched();
        record.chain = guesses_.chain();
        record.answer = guesses_.answer_of_device();
        void *arguments[] = {&record, nullptr};
        const config c(dim3(decision.groups), log.block(), decision.dynamic_shared_bytes, log.stream());
        if (launch_cooperatively(c, function, decision.groups, decision.dynamic_shared_bytes, arguments) == cudaSuccess)
            return true;
        (void)cudaGetLastError(); // nothing has run: what the steps themselves give is what counts
        return false;
    }

    // The loop's kernel, or the one in 32 registers where more groups of that one are resident, and no more is in local memory; nullptr:
    // neither can be launched. Always the same for one context, block and shared memory, as is what libptrt knows of it.
    const void *choose_function(const loop_log &log, uint64_t context)
    {
        const dim3 &block = log.block();
        const int threads = static_cast<int>(block.x * block.y * block.z);
        uint64_t key = context * 0x9e3779b97f4a7c15u ^ log.most_dynamic() * 0xc2b2ae3d27d4eb4fu ^
                       static_cast<unsigned>(threads) * 0x165667b19e3779f9u;
        key = (key ^ key >> 29) * 2u | 1u; // never 0
        const uint64_t known = choice_.function.load();
        if ((known | 1u) == key)
            return known == key ? functions_.narrow : functions_.loop;
        const size_t bytes = pt_bytes_with_slot(log.most_dynamic());
        occupancy::device device;
        cudaFuncAttributes wide, narrow;
        if (cudaFuncGetAttributes(&wide, functions_.loop) != cudaSuccess ||
            cudaFuncGetAttributes(&narrow, functions_.narrow) != cudaSuccess || !occupancy::find_device(&device))
            return nullptr;
        const unsigned of_wide = occupancy::resident_like(wide, functions_.loop, wide, threads, bytes, device);
        const unsigned of_narrow = occupancy::resident_like(narrow, functions_.narrow, narrow, threads, bytes, device);
        const bool is_narrow = of_narrow > of_wide && narrow.localSizeBytes <= wide.localSizeBytes;
        if (is_narrow ? !of_narrow : !of_wide)
            return nullptr;
        choice_.function.store(is_narrow ? key : key - 1u);
        return is_narrow ? functions_.narrow : functions_.loop;
    }

    // ---- step by step

    void launch_one_by_one(loop_log &log)
    {
        if (guesses_.launched())
            guesses_.ask(log.stream());
        if (guesses_.drops())
            return;
        unsigned guess = guesses_.launched();
        for (unsigned i = 0; i < log.steps(); i++) {
            ::pt::loop_step &step = log.step(i);
            if (step.kind < ::pt::loop_step::set)
                launch_entry(log, log.entry_of_step(i), step);
            else if (step.kind != ::pt::loop_step::guess)
                move_memory(step, log.stream());
            else if (is_wrong(*reinterpret_cast<const ::pt::loop_memory *>(step.arguments()), step.arguments() + sizeof(::pt::loop_memory),
                              guess++, log.stream()))
                return;
        }
    }

    static void launch_entry(const loop_log &log, const loop_entry &entry, ::pt::loop_step &step)
    {
        void *arguments[arguments_at_most + 2] = {nullptr};
        for (unsigned i = 0; i < entry.count; i++)
            arguments[i + 1u] = step.arguments() + entry.offsets[i];
        const config c(dim3(step.launch.grid_x, step.launch.grid_y, step.launch.grid_z), log.block(), entry.dynamic_shared_bytes, log.stream());
        launch_untyped(*entry.k, c, entry.original, entry.twin, arguments);
    }

    static void move_memory(const ::pt::loop_step &step, cudaStream_t stream)
    {
        ::pt::loop_memory m;
        memcpy(&m, step.arguments(), sizeof m);
        if (m.bytes == 0u)
            return;
        if (step.kind == ::pt::loop_step::set)
            (void)::cudaMemsetAsync(m.to, static_cast<int>(m.value), m.bytes, stream);
        else if (step.kind == ::pt::loop_step::copy)
            (void)::cudaMemcpyAsync(m.to, m.from, m.bytes, cudaMemcpyDeviceToDevice, stream);
        else
            (void)::cudaMemcpyAsync(m.to, step.arguments() + sizeof m, m.bytes, cudaMemcpyHostToDevice, stream);
    }

    // Is the guess wrong? The device's answer is made here, where steps go to CUDA one by one.
    bool is_wrong(const ::pt::loop_memory &m, const unsigned char *expected, unsigned guess, cudaStream_t stream)
    {
        ::pt::loop_answer answer = ::pt::loop_answer();
        if (::cudaMemcpyAsync(answer.actual, m.from, m.bytes, cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
            ::cudaStreamSynchronize(stream) != cudaSuccess) {
            guesses_.forget_last_value();
            return false;
        }
        const bool wrong = !::pt::is_as_guessed(m.compares, m.bytes, answer.actual, expected);
        answer.wrong_chain = wrong ? guesses_.chain() : 0u;
        answer.wrong = guess;
        chain_of_device_ = 0u; // it is not told
        (void)::cudaMemcpyAsync(guesses_.answer_of_device(), &answer, sizeof answer, cudaMemcpyHostToDevice, stream);
        return wrong;
    }

    kernel &kernel_; // describes the loop
    loop_choice &choice_;
    loop_trials trials_;
    const loop_functions &functions_;
    loop_graphs *const graphs_;
    loop_guesses &guesses_;
    step_keeper *keeper_ = nullptr;
    bool is_graph_ = is_graph(ptrt_loop_way_wanted() == PTRT_LOOP_AUTO ? choice_.last.load() : ptrt_loop_way_wanted()); // the last launch
    unsigned steps_at_most_ = first_steps;
    unsigned chain_of_device_ = 0u, right_of_device_ = 0u; // as the device knows them; 0: it does not
};

} // namespace detail
} // PTRT_OF_THIS_FILE
} // namespace ptrt

#endif
