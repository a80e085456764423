/* module.h - parts of the program in shared objects, loaded by the few commands that need them, so
 * that the others run without the libraries of these parts. */
#ifndef PAUA_CLI_MODULE_H
#define PAUA_CLI_MODULE_H

/* Loads NAME.so from the folder of the program or of its modules. `without` names the library that
 * was missing if the module was not built. The handle is for dlsym() and is never closed. Returns
 * 0, or an exit code after an error line. */
int module_load(const char *name, const char *without, void **handle);

/* Checks that the module is there, without loading it. Returns 0, or an exit code after the same
 * error line. */
int module_check(const char *name, const char *without);

#endif
