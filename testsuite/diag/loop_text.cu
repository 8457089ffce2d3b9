// What a loop prints, by a pointer, a kernel may have written; text that is the program's own it has not.
// The same goes for a variable that is registered with the device.
#include <stdio.h>
#include <utility>

#pragma pt kernel
__global__ void step(char *text, int *value) { text[blockIdx.x] = static_cast<char>('a' + *value); }

struct report { const char *text; int number; };

static void log(const char *text) { printf("%s\n", text); }

void waits(char *text, int *value, report r)
{
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        printf("%s\n", text);
    }
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        puts(text + 1);
    }
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        fprintf(stderr, "%d %s\n", i, (const char *)r.text);
    }
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        log(text);
    }
}

static int counted;

void waits_for_registered(char *text, int *value)
{
    cudaHostRegister(&counted, sizeof counted, 0);
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        if (counted > 3)
            break;
    }
}

void goes_on(char *text, int *value)
{
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        printf("%d %s %s\n", i, "of nine", cudaGetErrorString(cudaSuccess));
    }
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32 + (i & 3)>>>(text, value);
        cudaDeviceSynchronize();
        log(i & 1 ? "odd" : "even");
    }
}

void swaps(unsigned char *now, unsigned char *next, int *value)
{
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        cudaMemset(next, 0, 9);
        step<<<9, 32>>>(reinterpret_cast<char *>(next), value);
        cudaDeviceSynchronize();
        std::swap(now, next);
    }
}

static const char *text_of_both;
static void say() { printf("%s\n", text_of_both); }
static int read_counted() { return counted; }

void waits_for_functions(char *text, int *value)
{
    text_of_both = text;
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        say();
    }
#pragma pt loop
    for (int i = 0; i < 9; i++) {
        step<<<9, 32>>>(text, value);
        cudaDeviceSynchronize();
        i += read_counted();
    }
}
