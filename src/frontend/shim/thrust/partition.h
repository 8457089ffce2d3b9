#include "pt_thrust.h"
