#if __cplusplus < 201103L || !defined(SIZE_IS_GIVEN)
#error needs a size
#endif
