#include <thrust/pt_thrust.h>
