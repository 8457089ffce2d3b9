// OpenMP's runtime calls for parses on machines without clang's own; the system's comes first.
#if __has_include_next(<omp.h>)
#include_next <omp.h>
#elif !defined(PTCC_SHIM_OMP_H)
#define PTCC_SHIM_OMP_H

typedef struct { void *opaque; } omp_lock_t, omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
extern "C" {
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
int omp_get_dynamic(void);
int omp_get_level(void);
void omp_set_num_threads(int count);
void omp_set_dynamic(int on);
void omp_set_nested(int on);
void omp_set_schedule(omp_sched_t kind, int chunk);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_init_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
int omp_test_lock(omp_lock_t *lock);
int omp_get_num_devices(void);
int omp_get_default_device(void);
void omp_set_default_device(int device);
int omp_get_initial_device(void);
}

#endif
