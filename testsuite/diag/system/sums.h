// A library outside of all namespaces: its templates add what they are given. What the program has made, it may make something else.
#pragma once
template <class T> __device__ T sum_of(T a, T b) { return a + b; }
template <class T> struct pair_of {
    T a, b;
    T sum = a + b;
};
