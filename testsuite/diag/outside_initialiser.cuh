// Of outside_initialiser.cu.
struct place {
    unsigned block = blockIdx.x;
};
