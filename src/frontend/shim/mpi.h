// MPI for parses on machines without it; the system's own comes first.
#if __has_include_next(<mpi.h>)
#include_next <mpi.h>
#elif !defined(PTCC_SHIM_MPI_H)
#define PTCC_SHIM_MPI_H

#include "pt_any_arguments.h"

typedef struct pt_shim_mpi_comm *MPI_Comm;
typedef struct pt_shim_mpi_datatype *MPI_Datatype;
typedef struct pt_shim_mpi_request *MPI_Request;
typedef struct pt_shim_mpi_op *MPI_Op;
typedef struct pt_shim_mpi_info *MPI_Info;
typedef struct pt_shim_mpi_group *MPI_Group;
typedef struct pt_shim_mpi_win *MPI_Win;
typedef struct pt_shim_mpi_file *MPI_File;
typedef long MPI_Aint, MPI_Offset;
struct MPI_Status { int MPI_SOURCE, MPI_TAG, MPI_ERROR; };
extern MPI_Comm MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL;
extern MPI_Info MPI_INFO_NULL;
extern MPI_Request MPI_REQUEST_NULL;
extern MPI_Datatype MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_BYTE, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED, MPI_LONG,
    MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_INT8_T, MPI_INT32_T,
    MPI_INT64_T, MPI_UINT8_T, MPI_UINT32_T, MPI_UINT64_T, MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_C_BOOL, MPI_CXX_BOOL, MPI_DOUBLE_INT, MPI_FLOAT_INT, MPI_2INT;
extern MPI_Op MPI_SUM, MPI_MAX, MPI_MIN, MPI_PROD, MPI_LAND, MPI_LOR, MPI_BAND, MPI_BOR, MPI_MAXLOC, MPI_MINLOC;
#define MPI_SUCCESS 0
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_COMM_TYPE_SHARED 1
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
#define MPI_IN_PLACE ((void *)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)1)
#define MPI_STATUSES_IGNORE ((MPI_Status *)1)
double MPI_Wtime();
#define PT_SHIM_MPI(name) PT_SHIM_ANY(int, MPI_##name)
PT_SHIM_MPI(Init) PT_SHIM_MPI(Init_thread) PT_SHIM_MPI(Initialized) PT_SHIM_MPI(Finalize) PT_SHIM_MPI(Finalized) PT_SHIM_MPI(Abort) PT_SHIM_MPI(Barrier) PT_SHIM_MPI(Comm_rank)
PT_SHIM_MPI(Comm_size) PT_SHIM_MPI(Comm_split) PT_SHIM_MPI(Comm_split_type) PT_SHIM_MPI(Comm_dup) PT_SHIM_MPI(Comm_free) PT_SHIM_MPI(Get_processor_name) PT_SHIM_MPI(Error_string)
PT_SHIM_MPI(Send) PT_SHIM_MPI(Recv) PT_SHIM_MPI(Isend) PT_SHIM_MPI(Irecv) PT_SHIM_MPI(Sendrecv) PT_SHIM_MPI(Ssend) PT_SHIM_MPI(Wait) PT_SHIM_MPI(Waitall) PT_SHIM_MPI(Waitany) PT_SHIM_MPI(Test)
PT_SHIM_MPI(Probe) PT_SHIM_MPI(Get_count) PT_SHIM_MPI(Bcast) PT_SHIM_MPI(Reduce) PT_SHIM_MPI(Allreduce) PT_SHIM_MPI(Scan) PT_SHIM_MPI(Exscan) PT_SHIM_MPI(Gather) PT_SHIM_MPI(Gatherv)
PT_SHIM_MPI(Scatter) PT_SHIM_MPI(Scatterv) PT_SHIM_MPI(Allgather) PT_SHIM_MPI(Allgatherv) PT_SHIM_MPI(Alltoall) PT_SHIM_MPI(Alltoallv) PT_SHIM_MPI(Type_contiguous)
PT_SHIM_MPI(Type_vector) PT_SHIM_MPI(Type_commit) PT_SHIM_MPI(Type_free) PT_SHIM_MPI(Iallreduce) PT_SHIM_MPI(Ireduce) PT_SHIM_MPI(Ibcast) PT_SHIM_MPI(Cart_create) PT_SHIM_MPI(Cart_coords) PT_SHIM_MPI(Cart_shift) PT_SHIM_MPI(Dims_create)
#undef PT_SHIM_MPI

#endif
