/* peers_mpi.c - processes of an MPI job as peers (peers.h): the module that `paua solve --mpi`
 * loads.
 *
 * Waiting gives way to other processes, so that there may be more of them than processors.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdlib.h>

#include "../paua/solve/peers_module.h"

extern PAUA_API const struct peers_module paua_peers_module;

/* One group a process, as MPI has it. */
static struct {
    MPI_Comm all;
    MPI_Request request; /* what is under way */
    int size;
    bool broken;
    int *counts;     /* owned; three lists: out, in, and where both begin */
    uint64_t *bytes; /* owned; out and in */
} job;

/* True when the request has been begun well and is done. */
static bool wait_for_requests(int begun)
{
    int done = 0;
    while (begun == MPI_SUCCESS && !done) {
        begun = MPI_Test(&job.request, &done, MPI_STATUS_IGNORE);
        sched_yield();
    }
    return begun == MPI_SUCCESS;
}

/* paua_peers.exchange: first the sizes, then the bytes. False, and the job is broken, when MPI
 * fails or a message exceeds the stride. */
static bool mpi_exchange(const void *out, const size_t *out_bytes, void *in, size_t *in_bytes,
                         size_t stride, void *context)
{
    const int *rank = context;
    int *out_counts = job.counts, *in_counts = out_counts + job.size;
    int *begins = in_counts + job.size;
    uint64_t *counts_out = job.bytes, *counts_in = counts_out + job.size;
    int begun;
    for (int i = 0; i < job.size; i++) {
        counts_out[i] = i == *rank ? 0 : out_bytes[i];
        out_counts[i] = (int)counts_out[i];
        begins[i] = (int)((size_t)i * stride);
    }
    begun = MPI_Ialltoall(counts_out, 1, MPI_UINT64_T, counts_in, 1, MPI_UINT64_T, job.all,
                          &job.request);
    if (!wait_for_requests(begun))
        return !(job.broken = true);
    for (int i = 0; i < job.size; i++) {
        in_counts[i] = (int)counts_in[i];
        if (counts_in[i] > stride)
            return !(job.broken = true);
        if (i != *rank)
            in_bytes[i] = counts_in[i];
    }
    begun = MPI_Ialltoallv(out, out_counts, begins, MPI_BYTE, in, in_counts, begins, MPI_BYTE,
                           job.all, &job.request);
    job.broken = !wait_for_requests(begun);
    return !job.broken;
}

/* paua_peers.sum, in place. */
static bool mpi_sum(uint64_t *numbers, int count, void *context)
{
    (void)context;
    int begun =
        MPI_Iallreduce(MPI_IN_PLACE, numbers, count, MPI_UINT64_T, MPI_SUM, job.all, &job.request);
    job.broken = !wait_for_requests(begun);
    return !job.broken;
}

/* How many processes of the job share this machine's memory; 1 if MPI does not know. */
static int processes_here(void)
{
    MPI_Comm near;
    int here = 1;
    if (MPI_Comm_split_type(job.all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near) != MPI_SUCCESS)
        return here;
    MPI_Comm_size(near, &here);
    MPI_Comm_free(&near);
    return here;
}

/* peers_module.open. MPI errors are returned, not fatal; a process without memory ends the job,
 * because the others would wait for it. */
static bool open_job(paua_peers *peers, int *here)
{
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
        return false;
    if (MPI_Comm_dup(MPI_COMM_WORLD, &job.all) != MPI_SUCCESS)
        return false;
    MPI_Comm_set_errhandler(job.all, MPI_ERRORS_RETURN);
    static int rank;
    MPI_Comm_rank(job.all, &rank);
    MPI_Comm_size(job.all, &job.size);
    job.counts = calloc((size_t)job.size, 3 * sizeof *job.counts);
    job.bytes = calloc((size_t)job.size, 2 * sizeof *job.bytes);
    if (!job.counts || !job.bytes)
        MPI_Abort(MPI_COMM_WORLD, 3);
    *here = processes_here();
    *peers = (paua_peers){rank, job.size, mpi_exchange, mpi_sum, &rank};
    return true;
}

/* peers_module.close. A broken job is aborted: MPI_Finalize() would wait for ever. */
static void close_job(void)
{
    free(job.counts);
    free(job.bytes);
    if (job.broken)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Comm_free(&job.all);
    MPI_Finalize();
}

const struct peers_module paua_peers_module = {open_job, close_job};
