// Environment variables of the CPU back end: see environment.h.
#include "environment.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

unsigned environment_number(const char *name, unsigned least, unsigned most, unsigned otherwise)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return otherwise;
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && value <= most; at++)
        value = value * 10 + (uint64_t)(*at - '0');
    if (!*at && value >= least && value <= most)
        return (unsigned)value;
    fprintf(stderr, "ptcpu: %s='%s' is not a number from %u to %u, ignored\n", name, text, least, most);
    return otherwise;
}
