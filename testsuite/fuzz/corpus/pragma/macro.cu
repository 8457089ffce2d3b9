#define P _Pragma("pt kernel") x
#define Q(x) _Pragma(#x)
P Q(pt kernel)
_Pragma("pt kernel")
