#pragma pt foreach(const T &v : q) worker(warp)
#pragma pt barrier
#pragma pt state foo(1, (2)) bar
#pragma pt loop keep(a, b)
#pragma pt fuse
#pragma pt finish
