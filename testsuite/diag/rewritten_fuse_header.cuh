#include <pt/pt.cuh>
#include <pt/fuse.cuh>
#line 1 "rewritten_fuse_header.cuh"
// As ptcc writes it. Of rewritten_fuse_header.cu.
inline int of_fused() { return 1; }
