// Overloads that libclang leaves out: in the signature of a device function it takes a call of a host function, in decltype, for an error, and with
// that the template for one that does not fit. nvcc does not, since nothing runs there.
//
// In:  an analysed plan and a function that a call comes to, as libclang says. Out: another one of its name that the call may mean.
// Invariant: found only where one of the two does what a rewriting must know of, and where the name in decltype is that of a function of the
//            program's that no device has. Libraries' own are theirs to mark; std::declval is (shim/type_traits).
// Source: CUDA C++ Programming Guide, "Execution Space Specifiers"; C++17, [expr.prop], unevaluated operands.
#ifndef PTCC_FRONTEND_HIDDEN_OVERLOAD_H
#define PTCC_FRONTEND_HIDDEN_OVERLOAD_H

#include "frontend/plan.h"

// The host's function whose name does that, or NULL.
const function *hidden_overload_of(const plan *p, const function *callee);

#endif
