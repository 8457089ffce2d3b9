#pragma pt launch groups(4) nonpt
#pragma pt launch mode(max(1))
#pragma pt launch mode(groups)
k<<<g, b, 0, s>>>(1);
