# Modules, which the program loads where it needs them: paua-mpi.so for `paua solve --mpi`, paua-mail.so for
# `paua mail`, which reads mails and writes those of a server. The program itself links neither MPI nor GMime.
set(PAUA_MPI AUTO CACHE STRING "build the module for MPI: AUTO (where there is one, without sanitizers), ON or OFF")
set_property(CACHE PAUA_MPI PROPERTY STRINGS AUTO ON OFF)

file(RELATIVE_PATH MODULES_FROM_PROGRAM "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}/paua")
set_source_files_properties("${PROJECT_SOURCE_DIR}/apps/paua/cli/module.c"
    PROPERTIES COMPILE_DEFINITIONS "PAUA_MODULES=\"${MODULES_FROM_PROGRAM}\"")

if(PAUA_MPI STREQUAL "AUTO" AND NOT PAUA_SANITIZE)
    find_package(MPI QUIET COMPONENTS C)
elseif(PAUA_MPI STREQUAL "ON")
    find_package(MPI REQUIRED COMPONENTS C)
endif()
if(TARGET MPI::MPI_C)
    add_library(paua-mpi MODULE "${PROJECT_SOURCE_DIR}/apps/mpi/peers_mpi.c")
    set_target_properties(paua-mpi PROPERTIES PREFIX "")
    target_link_libraries(paua-mpi PRIVATE MPI::MPI_C)
    harden(paua-mpi)
endif()

if(TARGET PkgConfig::GMIME)
    add_library(paua-mail MODULE "${PROJECT_SOURCE_DIR}/src/mail/received.c" "${PROJECT_SOURCE_DIR}/src/mail/draft.c"
        "${PROJECT_SOURCE_DIR}/src/mail/commands.c"
        "${PROJECT_SOURCE_DIR}/src/mail/address.c" "${PROJECT_SOURCE_DIR}/src/mail/charset.c"
        "${PROJECT_SOURCE_DIR}/src/base/unicode.c")
    set_target_properties(paua-mail PROPERTIES PREFIX "" C_VISIBILITY_PRESET default)
    target_link_libraries(paua-mail PRIVATE PkgConfig::GMIME)
    add_dependencies(paua-mail layers)
    add_dependencies(paua paua-mail)
    harden(paua-mail)
endif()
