# The language, the warnings and the sanitizers, for every target alike.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g -fno-omit-frame-pointer")

include_directories("${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")

set(C_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes
    -Wmissing-prototypes
    -Wno-psabi) # how vectors are handed over is nobody's business: such functions are inlined
if(PAUA_WERROR)
    list(APPEND C_WARNINGS -Werror)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:C>:${C_WARNINGS}>")
add_compile_options($<$<COMPILE_LANGUAGE:C>:-fno-semantic-interposition>)

if(PAUA_SANITIZE)
    add_compile_options($<$<COMPILE_LANGUAGE:C>:-fsanitize=${PAUA_SANITIZE}>
        $<$<COMPILE_LANGUAGE:C>:-fno-sanitize-recover=all>)
    add_link_options(-fsanitize=${PAUA_SANITIZE})
else()
    add_link_options(LINKER:-z,relro LINKER:-z,now)
endif()

# What faces the network or a user's file gets run-time guards; the library's loops go without.
function(harden target)
    if(NOT PAUA_SANITIZE)
        target_compile_options(${target} PRIVATE
            $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:C>>:-D_FORTIFY_SOURCE=2>
            $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:C>>:-fstack-protector-strong>)
    endif()
endfunction()
