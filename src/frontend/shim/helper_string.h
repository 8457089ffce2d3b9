// See helper_cuda.h.
#ifndef PTCC_SHIM_HELPER_STRING_H
#define PTCC_SHIM_HELPER_STRING_H

#include "pt_any_arguments.h"
#include <fstream>
#include <iostream>
#include <string>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, length, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(result) (result == NULL)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
int stringRemoveDelimiter(char delimiter, const char *string);
int getFileExtension(char *name, char **extension);
bool checkCmdLineFlag(const int argc, const char **argv, const char *name);
int getCmdLineArgumentInt(const int argc, const char **argv, const char *name);
float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name);
template <class T> bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value);
bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value);
char *sdkFindFilePath(const char *name, const char *executable);

#endif
