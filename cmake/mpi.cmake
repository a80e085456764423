# paua-mpi.so, which `paua solve --mpi` loads: the program itself links no MPI.
set(PAUA_MPI AUTO CACHE STRING "build the module for MPI: AUTO (where there is one, without sanitizers), ON or OFF")
set_property(CACHE PAUA_MPI PROPERTY STRINGS AUTO ON OFF)

file(RELATIVE_PATH MODULES_FROM_PROGRAM "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}/paua")
set_source_files_properties("${PROJECT_SOURCE_DIR}/apps/paua/solve/peers.c"
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
