# cmake --install: library, headers, what pkg-config and CMake need to find them, command, the module for MPI, man
# page, shell completion, licence, and what a server needs around it. cmake/packages.cmake has the Debian packages.
include(CMakePackageConfigHelpers)

# How others find the library: writes paua.pc, pauaConfig.cmake and its version into FOLDER, for the library in LIBDIR.
function(write_package_files folder libdir)
    file(RELATIVE_PATH PC_TO_PREFIX "/${libdir}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" PC_TO_PREFIX "${PC_TO_PREFIX}")
    file(RELATIVE_PATH LIBRARY_TO_INCLUDE "/${libdir}" "/${CMAKE_INSTALL_INCLUDEDIR}")
    set(CMAKE_INSTALL_LIBDIR "${libdir}")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/paua.pc.in" "${folder}/paua.pc" @ONLY)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/pauaConfig.cmake.in" "${folder}/pauaConfig.cmake" @ONLY)
    write_basic_package_version_file("${folder}/pauaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
endfunction()

if(TARGET paua_static)
    install(TARGETS paua_static paua_shared
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(TARGET paua)
    install(TARGETS paua RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
if(TARGET paua-mpi)
    install(TARGETS paua-mpi LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/paua")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/paua" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h")
write_package_files("${PROJECT_BINARY_DIR}" "${CMAKE_INSTALL_LIBDIR}")
install(FILES "${PROJECT_BINARY_DIR}/paua.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_BINARY_DIR}/pauaConfig.cmake" "${PROJECT_BINARY_DIR}/pauaConfigVersion.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/paua")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/docs/paua.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
    OPTIONAL)
install(FILES "${PROJECT_SOURCE_DIR}/tools/completion/paua.bash" OPTIONAL
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME paua)

# A unit of systemd, which looks for it in lib, not in the library folder of the machine's kind.
if(EXISTS "${PROJECT_SOURCE_DIR}/contrib")
    set(UNIT_USER "DynamicUser=yes")
    configure_file("${PROJECT_SOURCE_DIR}/contrib/paua.service.in"
        "${PROJECT_BINARY_DIR}/paua.service" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/paua.service" DESTINATION "lib/systemd/system")
    install(FILES "${PROJECT_SOURCE_DIR}/contrib/nginx.conf" "${PROJECT_SOURCE_DIR}/contrib/Caddyfile"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}/contrib")
endif()
