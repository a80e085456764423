# The engine of the web app: the library's rooms up to the search as WebAssembly, engine.wasm for one thread and
# engine-shared.wasm for several on one memory. They are the same objects: what uses atomics runs on either memory.
set(WASM "${PROJECT_BINARY_DIR}/wasm")
set(WASM_ROOMS base board rules notation eval search)
# Without what needs files, threads or other libraries; web/wasm has workers.c and absent.c instead.
set(WASM_WITHOUT base/condition.c base/file.c base/gunzip.c base/pool.c base/sha256.c)
set(WASM_OWN engine.c analysis.c buffer.c workers.c absent.c libc_stubs.c)
set(WASM_KERNELS kernel_any kernel_full kernel_special fitted_kernel_any players_kernel_any net_kernel_any)
set(WASM_OPTIONS --target=wasm32-wasi -msimd128 -matomics -mbulk-memory)
set(WASM_MEMORY -Wl,--import-memory,--initial-memory=8388608,--max-memory=134217728)

# wasm_object(OBJECT SOURCE) - adds the object of a source to the list WASM_OBJECTS. Memory for each thread would need
# code at the start of an instance; there is errno alone, which nobody reads.
function(wasm_object object source)
    set(net)
    if(NET_COUNT EQUAL 1)
        set(net -DNET_EMBEDDED)
    endif()
    set(object "${WASM}/${object}.o")
    add_custom_command(OUTPUT "${object}"
        COMMAND ${CMAKE_C_COMPILER_LAUNCHER} "${PROGRAM_clang}" ${WASM_OPTIONS} -std=c17 -O3 -DNDEBUG -D_Thread_local=
            ${net} -Wall -Wextra -Werror -ffunction-sections -fdata-sections "-I${PROJECT_SOURCE_DIR}/include"
            "-I${PROJECT_SOURCE_DIR}/src" -MD -MF "${object}.d" -c -o "${object}" "${source}"
        DEPENDS "${source}" DEPFILE "${object}.d" COMMENT "compiling ${object}" VERBATIM)
    set(WASM_OBJECTS ${WASM_OBJECTS} "${object}" PARENT_SCOPE)
endfunction()

# wasm_module(NAME OPTION ...) - links a module from WASM_OBJECTS and adds it to the list WASM_MODULES.
function(wasm_module name)
    set(module "${WASM}/${name}")
    add_custom_command(OUTPUT "${module}"
        COMMAND "${PROGRAM_clang}" --target=wasm32-wasi -nostartfiles -Wl,--no-entry,--gc-sections,--strip-all
            -Wl,--export=__wasm_call_ctors,--stack-first,-z,stack-size=1048576,--no-check-features ${WASM_MEMORY} ${ARGN}
            -o "${module}" ${WASM_OBJECTS} -lc-printscan-no-floating-point
        DEPENDS ${WASM_OBJECTS} COMMENT "linking ${name}" VERBATIM)
    set(WASM_MODULES ${WASM_MODULES} "${module}" PARENT_SCOPE)
endfunction()

set(WASM_OBJECTS)
set(WASM_MODULES)
room_sources(wasm_sources ${WASM_ROOMS})
foreach(source IN LISTS wasm_sources)
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/src" "${source}")
    if(NOT name IN_LIST WASM_WITHOUT)
        string(REPLACE / - object "${name}")
        wasm_object(${object} "${source}")
    endif()
endforeach()
foreach(name IN LISTS WASM_KERNELS)
    wasm_object(${name} "${VARIANTS}/${name}.c")
endforeach()
foreach(name IN LISTS WASM_OWN)
    wasm_object(web-${name} "${WEB}/wasm/${name}")
endforeach()
if(NET_COUNT EQUAL 1)
    file(CONFIGURE OUTPUT "${WASM}/net.S" CONTENT "\t.section .rodata.net,\"\",@
\t.globl net_embedded
\t.p2align 6
net_embedded:
\t.incbin \"${NETS}\"
\t.size net_embedded, . - net_embedded
")
    add_custom_command(OUTPUT "${WASM}/net.o"
        COMMAND "${PROGRAM_clang}" --target=wasm32-wasi -c -o "${WASM}/net.o" "${WASM}/net.S"
        DEPENDS "${WASM}/net.S" "${NETS}" VERBATIM)
    list(APPEND WASM_OBJECTS "${WASM}/net.o")
endif()
wasm_module(engine.wasm)
wasm_module(engine-shared.wasm -Wl,--shared-memory,--export=__stack_pointer)
