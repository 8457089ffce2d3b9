#include "loop_pragmas.cu" // compiled with OpenMP
