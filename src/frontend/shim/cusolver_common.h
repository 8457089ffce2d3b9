#include "cusolverDn.h"
