// Read by square.cu only: a change of it rebuilds that file and no other.
#ifndef OFFSET_H
#define OFFSET_H

#define OFFSET 7

#endif
