// The other way of tile_leaves_beside_changing_operators.cu.
#define BY_CONVERSION
#include "tile_leaves_beside_changing_operators.cu"
