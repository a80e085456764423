/* output_pipe.h - standard output that does not block an interrupted command. */
#ifndef PAUA_CLI_OUTPUT_PIPE_H
#define PAUA_CLI_OUTPUT_PIPE_H

/* Call it before anything is printed or copies `stdout`. If standard output is a pipe or a socket,
 * printing fails with EINTR once interrupt_seen() and the reader has taken nothing for half a
 * second; later output fails at once. */
void output_pipe_begin(void);

#endif
