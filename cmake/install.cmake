# cmake --install: library, headers, what pkg-config and CMake need to find them, command, the module for MPI, bot,
# man pages, shell completion, licence, and what a server needs around it. cmake/packages.cmake has the Debian packages.
include(CMakePackageConfigHelpers)

# How others find the library: writes paua.pc, pauaConfig.cmake and its version into FOLDER, for the library in LIBDIR.
function(write_package_files folder libdir)
    file(RELATIVE_PATH PC_TO_PREFIX "/${libdir}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" PC_TO_PREFIX "${PC_TO_PREFIX}")
    file(RELATIVE_PATH LIBRARY_TO_INCLUDE "/${libdir}" "/${CMAKE_INSTALL_INCLUDEDIR}")
    set(CMAKE_INSTALL_LIBDIR "${libdir}")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/paua.pc.in" "${folder}/paua.pc" @ONLY)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/pauaConfig.cmake.in" "${folder}/pauaConfig.cmake" @ONLY)
    write_basic_package_version_file("${folder}/pauaConfigVersion.cmake" COMPATIBILITY SameMajorVersion)
endfunction()

if(TARGET paua_static)
    install(TARGETS paua_static paua_shared
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(TARGET paua)
    install(TARGETS paua RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
foreach(module IN ITEMS paua-mpi paua-mail)
    if(TARGET ${module})
        install(TARGETS ${module} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/paua")
    endif()
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/paua" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h")
write_package_files("${PROJECT_BINARY_DIR}" "${CMAKE_INSTALL_LIBDIR}")
install(FILES "${PROJECT_BINARY_DIR}/paua.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_BINARY_DIR}/pauaConfig.cmake" "${PROJECT_BINARY_DIR}/pauaConfigVersion.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/paua")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/docs/paua.1" "${PROJECT_SOURCE_DIR}/docs/paua-bot.1"
    DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" OPTIONAL)
install(PROGRAMS "${PROJECT_SOURCE_DIR}/tools/paua-bot" DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/tools/completion/paua.bash" OPTIONAL
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME paua)

# Fills in the units of contrib/ for a user, "DynamicUser=yes" or a fixed one, into FOLDER; their files go to OUT.
function(write_units folder user out)
    set(UNIT_USER "${user}")
    file(READ "${PROJECT_SOURCE_DIR}/contrib/sandbox.conf" UNIT_SANDBOX)
    string(STRIP "${UNIT_SANDBOX}" UNIT_SANDBOX)
    file(GLOB units CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/contrib/*.service.in" "${PROJECT_SOURCE_DIR}/contrib/*.timer.in")
    set(written)
    foreach(unit IN LISTS units)
        get_filename_component(name "${unit}" NAME_WLE)
        configure_file("${unit}" "${folder}/${name}" @ONLY)
        list(APPEND written "${folder}/${name}")
    endforeach()
    set(${out} ${written} PARENT_SCOPE)
endfunction()

# Units of systemd, which looks for them in lib, not in the library folder of the machine's kind. All of them are of the
# same user, who has a number while one of them runs.
if(EXISTS "${PROJECT_SOURCE_DIR}/contrib")
    write_units("${PROJECT_BINARY_DIR}/units" "DynamicUser=yes\nUser=paua" UNITS)
    install(FILES ${UNITS} DESTINATION "lib/systemd/system")
    install(FILES "${PROJECT_SOURCE_DIR}/contrib/nginx.conf" "${PROJECT_SOURCE_DIR}/contrib/Caddyfile"
        "${PROJECT_SOURCE_DIR}/contrib/postfix.sh"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}/contrib")
endif()
