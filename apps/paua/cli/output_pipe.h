/* output_pipe.h - standard output that does not keep an interrupted command. */
#ifndef PAUA_CLI_OUTPUT_PIPE_H
#define PAUA_CLI_OUTPUT_PIPE_H

/* Call it before anything is printed or keeps `stdout`. Where standard output is a pipe or a
 * socket, what is printed then fails with EINTR when interrupt_seen() and nobody reads for half a
 * second, and all that follows fails at once. */
void output_pipe_begin(void);

#endif
