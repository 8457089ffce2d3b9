#pragma pt kernel schedule(dynamic, 0) groups(2 per gpu) order(tile(8))
#pragma pt kernel schedule(dynamic,) groups(per sm) order(tile(8,8,8))
#pragma pt kernel schedule(auto, 4) groups(0)
