_Pragma("pt kernel schedul(static)") _Pragma("pt " "kernel") _Pragma("pt") _Pragma("omp x")
