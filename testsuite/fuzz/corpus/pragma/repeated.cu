#pragma pt kernel schedule(static, -1) schedule(static) order(tile) mode(max), ;
