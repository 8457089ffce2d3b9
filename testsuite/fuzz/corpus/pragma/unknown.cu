#pragma pt kernal
#pragma pt schedule(dynamic)
#pragma pt kernel shedule(dynamic) schedule(dinamic) groups() order()
