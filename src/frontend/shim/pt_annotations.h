// The annotations by which ptcc's front end recognises qualifiers and functions in the AST; used by every other shim
// header and by the prelude for parses with a toolkit. Not part of CUDA.
//
//   on a kernel or parameter: pt:launch_bounds, pt:maxnreg, pt:cluster_dims, pt:block_size, pt:grid_constant, and
//                             pt:spelled:TEXT with each; on a variable: pt:managed
//   on a function:            pt:reads-block-index   its value depends on blockIdx, gridDim or the cluster's place
//                             pt:block-barrier       every thread of the block has to arrive
//                             pt:warp-sync           waits for, or exchanges with, other lanes of the warp
//                             pt:cluster-barrier     every thread of the cluster has to arrive
//                             pt:grid-barrier        every thread of the grid has to arrive
//                             pt:launch              a host call that launches a kernel without <<<>>>
#ifndef PTCC_SHIM_PT_ANNOTATIONS_H
#define PTCC_SHIM_PT_ANNOTATIONS_H

#define PT_SHIM_TEXT(...) #__VA_ARGS__
#define PT_SHIM_MARK(name) __attribute__((annotate(name)))
#define PT_SHIM_QUALIFIER(name, ...) __attribute__((annotate(name))) __attribute__((annotate("pt:spelled:" __VA_ARGS__)))

#define PT_SHIM_READS_BLOCK_INDEX PT_SHIM_MARK("pt:reads-block-index")
#define PT_SHIM_BLOCK_BARRIER PT_SHIM_MARK("pt:block-barrier")
#define PT_SHIM_WARP_SYNC PT_SHIM_MARK("pt:warp-sync")
#define PT_SHIM_CLUSTER_BARRIER PT_SHIM_MARK("pt:cluster-barrier")
#define PT_SHIM_GRID_BARRIER PT_SHIM_MARK("pt:grid-barrier")
#define PT_SHIM_LAUNCH PT_SHIM_MARK("pt:launch")

#undef __launch_bounds__
#undef __maxnreg__
#undef __cluster_dims__
#undef __block_size__
#undef __grid_constant__
#undef __managed__
#define __launch_bounds__(...) PT_SHIM_QUALIFIER("pt:launch_bounds", "__launch_bounds__(" #__VA_ARGS__ ")")
#define __maxnreg__(...) PT_SHIM_QUALIFIER("pt:maxnreg", "__maxnreg__(" #__VA_ARGS__ ")")
#define __cluster_dims__(...) PT_SHIM_QUALIFIER("pt:cluster_dims", "__cluster_dims__(" #__VA_ARGS__ ")")
#define __block_size__(...) PT_SHIM_QUALIFIER("pt:block_size", "__block_size__(" #__VA_ARGS__ ")")
#define __grid_constant__ PT_SHIM_QUALIFIER("pt:grid_constant", "__grid_constant__")
// clang accepts `managed` for HIP only.
#define __managed__ __attribute__((device)) PT_SHIM_MARK("pt:managed")

#endif
