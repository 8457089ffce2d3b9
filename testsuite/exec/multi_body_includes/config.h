#define FACTOR 7u
