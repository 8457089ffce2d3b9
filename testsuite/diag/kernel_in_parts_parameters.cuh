int *o
