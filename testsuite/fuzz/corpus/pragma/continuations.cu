#  pragma /* c */ pt kernel, schedule(guided), \
   groups(N * 2) order(::a::morton2) \

__global__ void k();
