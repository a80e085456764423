# Hot loops that are compiled more than once from one source: for any processor, and on x86-64 again for
# x86-64-v3 (AVX2, BMI2, FMA; the caller asks the processor first). Some also with the standard board as constants.
#
# processor_variants(FILES SOURCE SYMBOL SYMBOL_V3 [DEFINITION ...])
# SOURCE is included with KERNEL defined as the symbol it is to define, KERNEL_V3 in the second variant, and every
# DEFINITION ("NAME VALUE"). The files that do so are added to the list FILES.
set(VARIANTS "${PROJECT_BINARY_DIR}/variants")

function(variant files source symbol)
    set(text "/* Made by cmake/variants.cmake. */\n#define KERNEL ${symbol}\n")
    foreach(definition IN LISTS ARGN)
        string(APPEND text "#define ${definition}\n")
    endforeach()
    file(CONFIGURE OUTPUT "${VARIANTS}/${symbol}.c" CONTENT "${text}#include \"${source}\"\n")
    set(${files} ${${files}} "${VARIANTS}/${symbol}.c" PARENT_SCOPE)
endfunction()

function(processor_variants files source symbol symbol_v3)
    variant(${files} ${source} ${symbol} ${ARGN})
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        variant(${files} ${source} ${symbol_v3} ${ARGN} "KERNEL_V3 1")
        set_source_files_properties("${VARIANTS}/${symbol_v3}.c"
            PROPERTIES COMPILE_OPTIONS "-march=x86-64-v3")
    endif()
    set(${files} ${${files}} PARENT_SCOPE)
endfunction()

processor_variants(LIBRARY_VARIANTS rules/kernel_source.h kernel_any kernel_any_v3
    "KERNEL_FULL 0" "KERNEL_SPECIAL 0")
processor_variants(LIBRARY_VARIANTS rules/kernel_source.h kernel_full kernel_full_v3
    "KERNEL_FULL 1" "KERNEL_SPECIAL 0")
processor_variants(LIBRARY_VARIANTS rules/kernel_source.h kernel_special kernel_special_v3
    "KERNEL_FULL 0" "KERNEL_SPECIAL 1")
processor_variants(LIBRARY_VARIANTS eval/fitted_source.h fitted_kernel_any fitted_kernel_v3)
processor_variants(LIBRARY_VARIANTS eval/players_source.h players_kernel_any players_kernel_v3)
processor_variants(LIBRARY_VARIANTS eval/net_source.h net_kernel_any net_kernel_v3)
processor_variants(LIBRARY_VARIANTS solve/layer_source.h layer_kernel_any layer_kernel_v3)
processor_variants(LIBRARY_VARIANTS solve/self_check_source.h self_check_game_any self_check_game_v3)
processor_variants(LIBRARY_VARIANTS distributed/distributed_source.h distributed_kernel_any distributed_kernel_v3)
processor_variants(LIBRARY_VARIANTS train/model_source.h model_kernel_any model_kernel_v3)
target_sources(paua_objects PRIVATE ${LIBRARY_VARIANTS})

# Of the command: for `paua audit`, and for its unit test.
processor_variants(AUDIT_VARIANTS audit/restricted_source.h restricted_kernel_any restricted_kernel_v3)
