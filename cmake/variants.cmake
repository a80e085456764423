# Hot loops that are compiled more than once from one source: for any processor, and on x86-64 again for
# x86-64-v3 (AVX2, BMI2, FMA; the caller asks the processor first). Some also with the standard board as constants.
#
# processor_variants(SOURCE SYMBOL SYMBOL_V3 [DEFINITION ...])
# SOURCE is included with KERNEL defined as the symbol it is to define, KERNEL_V3 in the second variant, and every
# DEFINITION ("NAME VALUE").
set(VARIANTS "${PROJECT_BINARY_DIR}/variants")

function(variant source symbol)
    set(text "/* Made by cmake/variants.cmake. */\n#define KERNEL ${symbol}\n")
    foreach(definition IN LISTS ARGN)
        string(APPEND text "#define ${definition}\n")
    endforeach()
    file(CONFIGURE OUTPUT "${VARIANTS}/${symbol}.c" CONTENT "${text}#include \"${source}\"\n")
    target_sources(paua_objects PRIVATE "${VARIANTS}/${symbol}.c")
endfunction()

function(processor_variants source symbol symbol_v3)
    variant(${source} ${symbol} ${ARGN})
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        variant(${source} ${symbol_v3} ${ARGN} "KERNEL_V3 1")
        set_source_files_properties("${VARIANTS}/${symbol_v3}.c"
            PROPERTIES COMPILE_OPTIONS "-march=x86-64-v3")
    endif()
endfunction()

processor_variants(rules/kernel_source.h kernel_any kernel_any_v3
    "KERNEL_FULL 0" "KERNEL_SPECIAL 0")
processor_variants(rules/kernel_source.h kernel_full kernel_full_v3
    "KERNEL_FULL 1" "KERNEL_SPECIAL 0")
processor_variants(rules/kernel_source.h kernel_special kernel_special_v3
    "KERNEL_FULL 0" "KERNEL_SPECIAL 1")
processor_variants(eval/fitted_source.h fitted_kernel_any fitted_kernel_v3)
processor_variants(eval/players_source.h players_kernel_any players_kernel_v3)
processor_variants(eval/net_source.h net_kernel_any net_kernel_v3)
processor_variants(solve/layer_source.h layer_kernel_any layer_kernel_v3)
processor_variants(solve/self_check_source.h self_check_game_any self_check_game_v3)
processor_variants(distributed/distributed_source.h distributed_kernel_any distributed_kernel_v3)
processor_variants(train/model_source.h model_kernel_any model_kernel_v3)
