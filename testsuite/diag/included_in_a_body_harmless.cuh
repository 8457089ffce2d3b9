// Of included_in_a_body_harmless.cu.
3 * blockIdx.x, min(n, 7u), 2,
