/* module.h - parts of the program in files of their own, which few commands load, so that the
 * others need not have the libraries of these parts. */
#ifndef PAUA_CLI_MODULE_H
#define PAUA_CLI_MODULE_H

/* Loads NAME.so, from beside the program or from the folder of its modules; `without` says what was
 * missing where it was not built. The handle is for dlsym(), for good. Returns 0, or an exit code
 * after an error line. */
int module_load(const char *name, const char *without, void **handle);

#endif
