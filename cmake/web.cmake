# The web app: the engine as WebAssembly, npm ci when the lock file changed (what its tests use only with the tests), web/build.mjs, then everything it made goes into the
# command as the library paua_assets, and the description of the HTTP API with it.
set(WEB "${PROJECT_SOURCE_DIR}/web")
set(ASSETS "${PROJECT_BINARY_DIR}/assets")
set(API "${PROJECT_SOURCE_DIR}/docs/openapi.json")
set(ASSET_SOURCES "${ASSETS}/assets.c" "${ASSETS}/assets.S")

if(PAUA_WEB AND EXISTS "${WEB}/build.mjs")
    set(missing)
    foreach(tool IN ITEMS node:nodejs npm:npm clang:clang wasm-ld:lld zopfli:zopfli)
        string(REPLACE ":" ";" pair ${tool})
        list(GET pair 0 program)
        list(GET pair 1 package)
        find_program(PROGRAM_${program} ${program})
        if(NOT PROGRAM_${program})
            list(APPEND missing ${package})
        endif()
    endforeach()
    if(missing)
        list(JOIN missing " " missing)
        message(FATAL_ERROR "the web app needs more tools; on Debian: apt-get install ${missing}"
            " (or build without the page: -DPAUA_WEB=OFF)")
    endif()

    file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS "${WEB}/src/*" "${WEB}/wasm/*")
    file(GLOB_RECURSE library_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/paua/*.h")
    foreach(room IN LISTS LIBRARY_ROOMS)
        file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.h")
        list(APPEND library_headers ${headers})
    endforeach()

    include(wasm)
    set(npm_part build)
    if(BUILD_TESTING)
        set(npm_part all)
    endif()
    set(NPM_STAMP "${PROJECT_BINARY_DIR}/npm-${npm_part}.stamp")
    add_custom_command(OUTPUT "${NPM_STAMP}"
        COMMAND "${PROJECT_SOURCE_DIR}/tools/npm_ci" "${WEB}" ${npm_part}
        COMMAND "${CMAKE_COMMAND}" -E touch "${NPM_STAMP}"
        DEPENDS "${WEB}/package.json" "${WEB}/package-lock.json" "${PROJECT_SOURCE_DIR}/tools/npm_ci"
        COMMENT "installing what the web app is built with" VERBATIM)
    set(WEB_FILES "${PROJECT_BINARY_DIR}/web")
    set(WEB_STAMP "${PROJECT_BINARY_DIR}/web.stamp")
    add_custom_command(OUTPUT "${WEB_STAMP}"
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${WEB_FILES}"
        COMMAND "${PROGRAM_node}" "${WEB}/build.mjs" --out "${WEB_FILES}" --variants "${VARIANTS}" --engine "${WASM}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${WEB_STAMP}"
        DEPENDS "${NPM_STAMP}" "${WEB}/build.mjs" "${WEB}/icons.mjs"
            "${WEB}/tsconfig.json" "${API}" ${WASM_MODULES}
            ${web_sources} ${LIBRARY_SOURCES} ${library_headers}
        WORKING_DIRECTORY "${WEB}"
        COMMENT "building the web app" VERBATIM)
else()
    set(WEB_FILES)
    set(WEB_STAMP)
endif()

add_custom_command(OUTPUT ${ASSET_SOURCES}
    COMMAND "${CMAKE_COMMAND}" "-DFROM=${WEB_FILES}" "-DAPI=${API}" "-DTO=${ASSETS}"
        -P "${PROJECT_SOURCE_DIR}/cmake/embed.cmake"
    DEPENDS ${WEB_STAMP} "${API}" "${PROJECT_SOURCE_DIR}/cmake/embed.cmake" VERBATIM)

add_library(paua_assets STATIC ${ASSET_SOURCES})
target_include_directories(paua_assets PUBLIC "${PROJECT_SOURCE_DIR}/apps/paua")
