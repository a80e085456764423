# Every test there is. Label "fast" is the default; "medium" takes more than ten seconds, "slow" more
# than half a minute or a browser. ./check --fast runs the fast ones.
set(TESTS "${PROJECT_SOURCE_DIR}/tests")

# schedule_tests(WAITING SHARES) - how ./check runs the tests of this folder side by side. The longest
# begin first, so that none is left alone at the end. A test takes the three shares of a processor, or
# SHARES where it mostly waits, for a clock, a server or a browser: those whose names match WAITING.
function(schedule_tests waiting shares)
    get_property(names DIRECTORY PROPERTY TESTS)
    foreach(name IN LISTS names)
        get_test_property(${name} LABELS labels)
        if("slow" IN_LIST labels)
            set_tests_properties(${name} PROPERTIES COST 100)
        elseif("medium" IN_LIST labels)
            set_tests_properties(${name} PROPERTIES COST 10)
        endif()
        if(name MATCHES "${waiting}")
            set_tests_properties(${name} PROPERTIES PROCESSORS ${shares})
        else()
            set_tests_properties(${name} PROPERTIES PROCESSORS 3)
        endif()
    endforeach()
endfunction()

# A test program sees libpaua, and the server room that its name begins with. The pure parts of the
# command are named here.
set(ugi_PARTS "${PROJECT_SOURCE_DIR}/apps/paua/ugi/line.c"
    "${PROJECT_SOURCE_DIR}/apps/paua/ugi/options.c")
set(successors_PARTS "${PROJECT_SOURCE_DIR}/apps/paua/successors/text.c"
    "${PROJECT_SOURCE_DIR}/apps/paua/cli/legal_moves.c")
set(referee_PARTS "${PROJECT_SOURCE_DIR}/apps/paua/referee/answer.c")
set(markings_PARTS "${PROJECT_SOURCE_DIR}/apps/paua/show/markings.c"
    "${PROJECT_SOURCE_DIR}/apps/paua/cli/game_setup.c")
set(atlas_PARTS "${PROJECT_SOURCE_DIR}/apps/paua/atlas/rows.c"
    "${PROJECT_SOURCE_DIR}/apps/paua/atlas/page.c")
set(complexity_PARTS "${PROJECT_SOURCE_DIR}/apps/paua/complexity/count.c")
set(faults_PARTS "${TESTS}/unit/store/fault_disk.c")
file(GLOB audit_PARTS CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/apps/paua/audit/*.c")
list(APPEND audit_PARTS ${AUDIT_VARIANTS})
function(link_rooms program)
    target_link_libraries(${program} PRIVATE paua_static)
    foreach(room IN LISTS SERVER_ROOMS)
        if(program MATCHES "^(test|fuzz)_${room}(_|$)" AND TARGET paua_${room})
            target_link_libraries(${program} PRIVATE paua_${room})
        endif()
    endforeach()
    string(REGEX REPLACE "^[a-z]+_" "" name ${program})
    if(program MATCHES "^(test_mail|test_mail_draft|fuzz_mail_received|fuzz_mail_draft)$" AND TARGET PkgConfig::GMIME)
        target_sources(${program} PRIVATE "${PROJECT_SOURCE_DIR}/src/mail/received.c"
            "${PROJECT_SOURCE_DIR}/src/mail/draft.c")
        target_link_libraries(${program} PRIVATE PkgConfig::GMIME)
        target_compile_definitions(${program} PRIVATE PAUA_MAIL)
    endif()
    if(DEFINED ${name}_PARTS)
        target_sources(${program} PRIVATE ${${name}_PARTS})
        target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}/apps/paua")
    endif()
endfunction()

set(unit_timeout 600)
if(PAUA_SANITIZE) # ten times as slow, at times
    set(unit_timeout 1800)
endif()
if(TARGET paua_static)
    # tests/unit/ROOM/test_NAME.c is one cmocka program; what many of them use is in tests/unit.
    file(GLOB units CONFIGURE_DEPENDS "${TESTS}/unit/test_*.c" "${TESTS}/unit/*/test_*.c")
    foreach(source IN LISTS units)
        get_filename_component(program "${source}" NAME_WE)
        add_executable(${program} "${source}")
        link_rooms(${program})
        target_include_directories(${program} PRIVATE "${TESTS}/unit")
        target_link_libraries(${program} PRIVATE PkgConfig::CMOCKA)
        add_test(NAME unit.${program} COMMAND ${program})
        set_tests_properties(unit.${program} PROPERTIES LABELS "fast;unit" TIMEOUT ${unit_timeout})
    endforeach()

    # The store's tests once more, in a PostgreSQL cluster of their own.
    if(TARGET PkgConfig::POSTGRES)
        foreach(program IN ITEMS test_store test_store_accounts test_store_archive
                test_store_postgres test_store_change_feed test_store_sendings test_service_tables)
            add_test(NAME unit.${program}-postgres COMMAND "${Python3_EXECUTABLE}"
                "${TESTS}/server/postgres.py" "$<TARGET_FILE:${program}>")
            set_tests_properties(unit.${program}-postgres PROPERTIES LABELS "fast;unit" TIMEOUT 600
                ENVIRONMENT "POSTGRES_TEMPLATES=${PROJECT_BINARY_DIR}/tests/postgres")
        endforeach()
    endif()

    set_tests_properties(unit.test_audit unit.test_distributed PROPERTIES LABELS "medium;unit")

    # Its allocations, those of the library included, are led to the test (see ld, --wrap).
    foreach(call IN ITEMS malloc calloc realloc aligned_alloc strdup strndup)
        target_link_options(test_memory PRIVATE LINKER:--wrap=${call})
    endforeach()

    foreach(call IN ITEMS malloc calloc realloc)
        target_link_options(test_service_conditional PRIVATE LINKER:--wrap=${call})
    endforeach()
    target_link_options(test_service_clock PRIVATE LINKER:--wrap=clock_gettime)
    target_link_options(test_map PRIVATE LINKER:--wrap=calloc)
    target_link_options(test_mail PRIVATE LINKER:--wrap=malloc)

    # The same programs with more positions and games.
    add_test(NAME unit.test_search_tb-full COMMAND test_search_tb --positions 5000)
    set_tests_properties(unit.test_search_tb-full PROPERTIES LABELS "slow;unit" TIMEOUT 1800)

    add_test(NAME unit.test_eval_net-full COMMAND test_eval_net --positions 3000000)
    set_tests_properties(unit.test_eval_net-full PROPERTIES LABELS "slow;unit" TIMEOUT 1800)

    add_test(NAME unit.test_fuzz_match-full COMMAND test_fuzz_match --games 5000 --seed 1000000)
    set_tests_properties(unit.test_fuzz_match-full PROPERTIES LABELS "slow;unit" TIMEOUT 1800)

    # What solves 3x3x3 first.
    add_test(NAME unit.test_audit-largest COMMAND test_audit --largest)
    set_tests_properties(unit.test_audit-largest PROPERTIES LABELS "slow;unit" TIMEOUT 600)

    # tests/fuzz/fuzz_NAME.c reads the cases in tests/fuzz/corpus/NAME. With PAUA_FUZZ it is a
    # libFuzzer program, for which they are unpacked; otherwise replay.c feeds it the corpus once.
    file(GLOB fuzzers CONFIGURE_DEPENDS "${TESTS}/fuzz/fuzz_*.c")
    if(NOT TARGET PkgConfig::GMIME)
        list(FILTER fuzzers EXCLUDE REGEX "/fuzz_mail_(received|draft).c$")
    endif()
    foreach(source IN LISTS fuzzers)
        get_filename_component(program "${source}" NAME_WE)
        string(REGEX REPLACE "^fuzz_" "" name ${program})
        set(corpus "${TESTS}/fuzz/corpus/${name}")
        if(PAUA_FUZZ)
            add_executable(${program} "${source}")
            target_link_options(${program} PRIVATE -fsanitize=fuzzer)
            set(unpacked "${PROJECT_BINARY_DIR}/corpus/${name}")
            add_custom_command(OUTPUT "${unpacked}.stamp"
                COMMAND "${CMAKE_COMMAND}" -E rm -rf "${unpacked}"
                COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tools/fuzz_corpus" unpack
                    "${corpus}" "${unpacked}"
                COMMAND "${CMAKE_COMMAND}" -E touch "${unpacked}.stamp"
                DEPENDS "${corpus}" "${PROJECT_SOURCE_DIR}/tools/fuzz_corpus" VERBATIM)
            target_sources(${program} PRIVATE "${unpacked}.stamp")
            add_test(NAME fuzz.${name} COMMAND ${program} -runs=0 "${unpacked}")
        else()
            add_executable(${program} "${source}" "${TESTS}/fuzz/replay.c")
            add_test(NAME fuzz.${name} COMMAND ${program} "${corpus}")
        endif()
        link_rooms(${program})
        set_tests_properties(fuzz.${name} PROPERTIES LABELS "fast;fuzz" TIMEOUT 300)
    endforeach()

    # bench/NAME.c is one program; the README says how to run it.
    file(GLOB benches CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*.c")
    if(NOT TARGET PkgConfig::GMIME)
        list(FILTER benches EXCLUDE REGEX "/mails.c$")
    endif()
    foreach(source IN LISTS benches)
        get_filename_component(name "${source}" NAME_WE)
        add_executable(bench_${name} "${source}")
        target_link_libraries(bench_${name} PRIVATE paua_static)
    endforeach()
    foreach(bench IN ITEMS server digests) # make stored games
        target_link_libraries(bench_${bench} PRIVATE paua_store)
    endforeach()
    if(TARGET PkgConfig::GMIME) # as the process that writes mails
        target_sources(bench_mails PRIVATE "${PROJECT_SOURCE_DIR}/src/mail/draft.c"
            "${PROJECT_SOURCE_DIR}/apps/paua/mail/picture.c")
        target_include_directories(bench_mails PRIVATE "${PROJECT_SOURCE_DIR}/apps/paua")
        target_link_libraries(bench_mails PRIVATE paua_mail PkgConfig::GMIME)
    endif()

    # The folders whose owners write their own CMakeLists.txt.
    foreach(folder IN ITEMS model cases golden server web)
        if(folder STREQUAL "web" AND NOT PAUA_WEB)
            continue()
        endif()
        if(EXISTS "${TESTS}/${folder}/CMakeLists.txt")
            add_subdirectory("${TESTS}/${folder}" "${PROJECT_BINARY_DIR}/tests/${folder}")
        endif()
    endforeach()
endif()

# The house itself.
add_test(NAME layers COMMAND "${Python3_EXECUTABLE}" "${TESTS}/layers/test_layers.py"
    "${PROJECT_SOURCE_DIR}")
add_test(NAME headers COMMAND "${TESTS}/headers/check_headers" "${PROJECT_SOURCE_DIR}/include")
add_test(NAME setup COMMAND "${TESTS}/setup/check_setup" "${PROJECT_SOURCE_DIR}")
set_tests_properties(layers headers setup PROPERTIES LABELS "fast;house" TIMEOUT 300)
if(TARGET paua AND NOT PAUA_SANITIZE)
    add_test(NAME exports COMMAND "${Python3_EXECUTABLE}" "${TESTS}/headers/check_exports"
        "$<TARGET_FILE:paua_shared>" "${PROJECT_SOURCE_DIR}/include")
    add_test(NAME install COMMAND "${TESTS}/install/check_install" "${PROJECT_BINARY_DIR}"
        "${PROJECT_SOURCE_DIR}" "${PROJECT_VERSION}")
    add_test(NAME packages COMMAND "${TESTS}/packages/check_packages" "${PROJECT_BINARY_DIR}"
        "${PROJECT_SOURCE_DIR}" "${PROJECT_VERSION}")
    # a build with sanitizers does not have all tests
    add_test(NAME promises COMMAND "${Python3_EXECUTABLE}" "${TESTS}/source/test_promises.py"
        "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
    set_tests_properties(exports install packages promises PROPERTIES LABELS "fast;house" TIMEOUT 300)
endif()
add_test(NAME style.format COMMAND "${PROJECT_SOURCE_DIR}/tools/check_style" format)
add_test(NAME style.tidy COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tools/check_tidy"
    "${PROJECT_BINARY_DIR}")
add_test(NAME style.tidy_tool COMMAND "${Python3_EXECUTABLE}" "${TESTS}/source/test_tidy.py"
    "${PROJECT_SOURCE_DIR}")
add_test(NAME style.source COMMAND "${Python3_EXECUTABLE}" "${TESTS}/source/test_source.py"
    "${PROJECT_SOURCE_DIR}")
add_test(NAME style.links COMMAND "${Python3_EXECUTABLE}" "${TESTS}/source/test_links.py"
    "${PROJECT_SOURCE_DIR}")
add_test(NAME style.corpora COMMAND "${Python3_EXECUTABLE}" "${TESTS}/source/test_corpora.py"
    "${PROJECT_SOURCE_DIR}")
add_test(NAME style.palette COMMAND "${Python3_EXECUTABLE}" "${TESTS}/source/test_palette.py"
    "${PROJECT_SOURCE_DIR}")
add_test(NAME style.lock COMMAND "${PROJECT_SOURCE_DIR}/tools/check_style" lock)
set_tests_properties(style.format style.tidy_tool style.source style.links style.corpora style.palette
    style.lock PROPERTIES LABELS "fast;style" TIMEOUT 600)
set_tests_properties(style.tidy PROPERTIES LABELS "slow;style" TIMEOUT 900)
schedule_tests("-postgres$" 1)
