// What the two files of this case know of each other.
#pragma once
#include "../check.h"

typedef void (*kernel_pointer)(unsigned *, unsigned);
extern const kernel_pointer scalers[];
kernel_pointer scaler();
void launch_elsewhere(kernel_pointer kernel, unsigned *out, unsigned factor);
