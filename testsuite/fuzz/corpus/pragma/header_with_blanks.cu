#include <a b.h>
k << <1, 2>> >(x); k <<	<1, 2>>	>(x);
a = b << <c
#pragma pt kernel
void operator<< <int>(int);
