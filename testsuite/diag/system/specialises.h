// A library that specialises the program's own classes.
#pragma once
template <> struct box<char> {
    waiting n;
};
