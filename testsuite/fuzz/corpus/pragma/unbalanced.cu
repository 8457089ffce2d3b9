#pragma pt kernel schedule(static order(linear)
#pragma pt kernel schedule(static]) )
