# The net in nets/, if there is one, goes into the library as it is: NAME.net, where NAME is what paua_net_name() says of
# it (docs/net-format.md). A file that is not that stops the build here, so that nobody has to check it later.
set(PAUA_NETS "${PROJECT_SOURCE_DIR}/nets" CACHE PATH "the folder of the net that is built in; it may be empty or missing")
file(GLOB NETS CONFIGURE_DEPENDS "${PAUA_NETS}/*")
list(LENGTH NETS NET_COUNT)
if(NET_COUNT GREATER 1)
    message(FATAL_ERROR "${PAUA_NETS} is for one net, but holds ${NET_COUNT} files")
endif()
if(NET_COUNT EQUAL 1)
    get_filename_component(NET_FILE "${NETS}" NAME)
    execute_process(COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tools/net_name" "${NETS}"
        OUTPUT_VARIABLE NET_NAME ERROR_VARIABLE NET_ERROR OUTPUT_STRIP_TRAILING_WHITESPACE
        ERROR_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE NET_RESULT)
    if(NOT NET_RESULT EQUAL 0)
        message(FATAL_ERROR "${NET_ERROR}")
    endif()
    if(NOT NET_FILE STREQUAL "${NET_NAME}.net")
        message(FATAL_ERROR "${NETS} should be called ${NET_NAME}.net, after its own sum")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${NETS}")
    set(NET_SOURCE "${PROJECT_BINARY_DIR}/net/net.S")
    file(CONFIGURE OUTPUT "${NET_SOURCE}" CONTENT ".section .note.GNU-stack,\"\",%progbits
.section .rodata
.global net_embedded
.hidden net_embedded
.balign 64
net_embedded:
.incbin \"${NETS}\"
")
    set_source_files_properties("${NET_SOURCE}" PROPERTIES OBJECT_DEPENDS "${NETS}")
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/eval/net.c"
        PROPERTIES COMPILE_DEFINITIONS NET_EMBEDDED)
    target_sources(paua_objects PRIVATE "${NET_SOURCE}")
endif()
