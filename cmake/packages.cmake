# Debian packages, by `cpack -G DEB` in the build folder: paua (the command with the web app, and what a server needs),
# libpaua0 (the shared library, named after its soname) and libpaua-dev. What lies where is Debian's, not that of
# cmake --install: each rule has a component, and belongs to no other installation.
if(NOT CMAKE_LIBRARY_ARCHITECTURE OR NOT TARGET paua OR NOT PAUA_WEB OR PAUA_SANITIZE OR
   NOT EXISTS "${PROJECT_SOURCE_DIR}/contrib/debian")
    return()
endif()
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
find_program(GZIP gzip)
if(NOT DPKG_SHLIBDEPS OR NOT GZIP)
    return()
endif()

set(SOURCE_OF_PACKAGES "${PROJECT_SOURCE_DIR}/contrib/debian")
set(STAGE "${PROJECT_BINARY_DIR}/debian")
set(LIBRARY_PACKAGE "libpaua${PROJECT_VERSION_MAJOR}")
set(LIBRARY_FOLDER "lib/${CMAKE_LIBRARY_ARCHITECTURE}")
set(NAME_OF_command paua)
set(NAME_OF_library "${LIBRARY_PACKAGE}")
set(NAME_OF_development libpaua-dev)

# Writes FROM compressed into the stage as TO; Debian wants no date in it.
function(compress_file from to)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${from}")
    get_filename_component(folder "${STAGE}/${to}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${GZIP}" -9nc "${from}" OUTPUT_FILE "${STAGE}/${to}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Files of one package.
function(package_files component destination)
    install(FILES ${ARGN} DESTINATION "${destination}" COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

compress_file("${SOURCE_OF_PACKAGES}/changelog" changelog.gz)
foreach(page IN ITEMS paua.1 paua-bot.1)
    compress_file("${PROJECT_SOURCE_DIR}/docs/${page}" ${page}.gz)
endforeach()
file(READ "${PROJECT_SOURCE_DIR}/LICENSE" LICENCE)
string(REGEX REPLACE "^MIT License\n\nCopyright [^\n]*\n\n" "" LICENCE "${LICENCE}")
string(REGEX REPLACE "\n\n" "\n.\n" LICENCE "${LICENCE}")
string(STRIP "${LICENCE}" LICENCE)
string(REPLACE "\n" "\n " LICENCE "${LICENCE}")
configure_file("${SOURCE_OF_PACKAGES}/copyright.in" "${STAGE}/copyright" @ONLY)
foreach(component IN ITEMS command library development)
    package_files(${component} "share/doc/${NAME_OF_${component}}" "${STAGE}/copyright" "${STAGE}/changelog.gz")
endforeach()

# paua: what a unit says of folders is true in the package, wherever cmake --install would put them.
install(TARGETS paua RUNTIME DESTINATION bin COMPONENT command EXCLUDE_FROM_ALL)
if(TARGET paua-mail)
    install(TARGETS paua-mail LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/paua" COMPONENT command EXCLUDE_FROM_ALL)
endif()
install(PROGRAMS "${PROJECT_SOURCE_DIR}/tools/paua-bot" DESTINATION bin COMPONENT command EXCLUDE_FROM_ALL)
package_files(command share/man/man1 "${STAGE}/paua.1.gz" "${STAGE}/paua-bot.1.gz")
install(FILES "${PROJECT_SOURCE_DIR}/tools/completion/paua.bash" COMPONENT command EXCLUDE_FROM_ALL
    DESTINATION share/bash-completion/completions RENAME paua)
package_files(command share/doc/paua/contrib "${PROJECT_SOURCE_DIR}/contrib/nginx.conf"
    "${PROJECT_SOURCE_DIR}/contrib/Caddyfile" "${PROJECT_SOURCE_DIR}/contrib/postfix.sh")
function(write_units_of_package)
    set(CMAKE_INSTALL_FULL_BINDIR /usr/bin)
    set(CMAKE_INSTALL_FULL_SYSCONFDIR /etc)
    write_units("${STAGE}" "User=paua\nGroup=paua" units)
    package_files(command lib/systemd/system ${units})
endfunction()
write_units_of_package()
package_files(command /etc "${SOURCE_OF_PACKAGES}/paua.env")

# libpaua0 and libpaua-dev.
install(TARGETS paua_shared LIBRARY DESTINATION "${LIBRARY_FOLDER}" COMPONENT library NAMELINK_SKIP EXCLUDE_FROM_ALL)
install(TARGETS paua_shared LIBRARY DESTINATION "${LIBRARY_FOLDER}" COMPONENT development NAMELINK_ONLY EXCLUDE_FROM_ALL)
install(TARGETS paua_static ARCHIVE DESTINATION "${LIBRARY_FOLDER}" COMPONENT development EXCLUDE_FROM_ALL)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/paua" DESTINATION include COMPONENT development EXCLUDE_FROM_ALL
    FILES_MATCHING PATTERN "*.h")
write_package_files("${STAGE}" "${LIBRARY_FOLDER}")
package_files(development "${LIBRARY_FOLDER}/pkgconfig" "${STAGE}/paua.pc")
package_files(development "${LIBRARY_FOLDER}/cmake/paua" "${STAGE}/pauaConfig.cmake" "${STAGE}/pauaConfigVersion.cmake")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
# CPack's own text, which it does not put before the descriptions below.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_PROJECT_NAME} built using CMake")
set(CPACK_PACKAGE_VENDOR "Paua")
set(CPACK_PACKAGE_CONTACT "The Paua authors <paua@example.org>")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL command library development)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME paua)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION web)
set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS adduser)
# Python is for paua-bot alone.
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS "python3, systemd")
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS "nginx | caddy")
set(CPACK_DEBIAN_COMMAND_PACKAGE_CONTROL_EXTRA "${SOURCE_OF_PACKAGES}/conffiles" "${SOURCE_OF_PACKAGES}/postinst"
    "${SOURCE_OF_PACKAGES}/prerm" "${SOURCE_OF_PACKAGES}/postrm")
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "board game Abalone: engine, terminal game and web server
Draws, counts and analyses positions of Abalone, plays in the terminal, runs
matches between engines, solves small boards, and serves a web app for playing
with accounts and ratings. The server is not started by the installation.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME "${LIBRARY_PACKAGE}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${SOURCE_OF_PACKAGES}/triggers")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "rules, search and solver of Abalone as a C library
Boards of any size, moves, notation, evaluation, search, solved boards. This
package has the shared library.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpaua-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${LIBRARY_PACKAGE} (= ${PROJECT_VERSION}), libsodium-dev, libzstd-dev, libpng-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "rules, search and solver of Abalone as a C library - headers
Boards of any size, moves, notation, evaluation, search, solved boards. This
package has the headers, the static library, and what pkg-config and CMake
need.")
include(CPack)
