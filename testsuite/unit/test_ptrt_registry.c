// Unit tests of the kernels known by their addresses: found, taken back, of unloaded libraries, from several threads.
#include "internal.h"

#include <criterion/criterion.h>
#include <pthread.h>

static char text_segment[1 << 16]; // stands for the stubs of kernels, 16 bytes apart

static ptrt_twin_t twin_of(unsigned index)
{
    return (ptrt_twin_t){.original = text_segment + 16 * index, .twin = text_segment, .parameters = index};
}

Test(ptrt_registry, nothing_is_known_at_first)
{
    cr_assert_null(ptrt_find(text_segment));
    cr_assert_null(ptrt_find(NULL));
}

Test(ptrt_registry, every_kernel_is_found)
{
    enum { kernels = 4096 }; // several in each bucket
    static ptrt_twin_t twins[kernels];
    for (unsigned i = 0; i < kernels; i++) {
        twins[i] = twin_of(i);
        ptrt_register(&twins[i]);
    }
    for (unsigned i = 0; i < kernels; i++)
        cr_assert_eq(ptrt_find(text_segment + 16 * i), &twins[i]);
    cr_assert_null(ptrt_find(text_segment + 8));
}

Test(ptrt_registry, a_kernel_that_was_taken_back_is_unknown)
{
    static ptrt_twin_t first, second;
    first = twin_of(1);
    second = twin_of(2);
    ptrt_register(&first);
    ptrt_register(&second);
    ptrt_unregister(&first);
    cr_assert_null(ptrt_find(first.original));
    cr_assert_eq(ptrt_find(second.original), &second);
    ptrt_register(&first); // the library is loaded again
    cr_assert_eq(ptrt_find(first.original), &first);
}

Test(ptrt_registry, a_record_is_used_again_for_another_kernel)
{
    static ptrt_twin_t first, second;
    first = twin_of(5);
    second = twin_of(5);
    second.original = text_segment + 16 * 5 + 8; // in the same bucket
    ptrt_register(&first);
    ptrt_unregister(&first);
    ptrt_register(&second);
    cr_assert_eq(ptrt_find(second.original), &second);
    cr_assert_null(ptrt_find(first.original));
}

Test(ptrt_registry, of_two_files_one_stays)
{
    static ptrt_twin_t here, there;
    here = there = twin_of(3);
    ptrt_register(&here);
    ptrt_register(&there);
    ptrt_unregister(&here);
    cr_assert_eq(ptrt_find(there.original), &there);
    ptrt_unregister(&there);
    cr_assert_null(ptrt_find(there.original));
}

static void *come_and_go(void *argument)
{
    const unsigned base = *(unsigned *)argument;
    ptrt_twin_t twins[64];
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned i = 0; i < 64; i++) {
            twins[i] = twin_of(base + i);
            ptrt_register(&twins[i]);
        }
        for (unsigned i = 0; i < 64; i++)
            cr_assert_eq(ptrt_find(twins[i].original), &twins[i]);
        for (unsigned i = 0; i < 64; i++)
            ptrt_unregister(&twins[i]);
    }
    return NULL;
}

Test(ptrt_registry, threads)
{
    pthread_t threads[8];
    unsigned bases[8];
    for (unsigned i = 0; i < 8; i++) {
        bases[i] = 512 * i;
        pthread_create(&threads[i], NULL, come_and_go, &bases[i]);
    }
    for (unsigned i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < 4096; i++)
        cr_assert_null(ptrt_find(text_segment + 16 * i));
}
