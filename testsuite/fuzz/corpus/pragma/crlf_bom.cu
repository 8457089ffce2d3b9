%:pragma pt launch \
 mode(groups(16)) // c
k<<<1, 2>>>(3);
