# ptcc for CMake: find_package(Ptcc) gives
#
#   ptcc_add_executable(TARGET SOURCES...)   add_executable, with each .cu file rewritten by ptcc before it is compiled
#   ptcc_add_library(TARGET [KIND] SOURCES...)  likewise; KIND is STATIC, SHARED or OBJECT
#
# In:  CUDA enabled as a language; the target's include folders, definitions and standard, which ptcc parses with.
#      PTCC_EXECUTABLE names the program when it is not beside this file or on the path; PTCC_FLAGS are more flags.
# Out: a file is rewritten again when it, ptcc, or a header that ptcc read has changed.
cmake_minimum_required(VERSION 3.20)

find_program(PTCC_EXECUTABLE ptcc HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" DOC "The source-to-source compiler ptcc")
if(NOT PTCC_EXECUTABLE)
    set(Ptcc_FOUND FALSE)
    set(Ptcc_NOT_FOUND_MESSAGE "the program ptcc was not found; set PTCC_EXECUTABLE")
    return()
endif()

function(_ptcc_ask option variable)
    execute_process(COMMAND "${PTCC_EXECUTABLE}" ${option} OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

_ptcc_ask(--cflags PTCC_COMPILE_FLAGS)
_ptcc_ask(--libs PTCC_LINK_FLAGS)

# Adds the commands that rewrite `sources`; gives the list with the rewritten files in their places.
function(_ptcc_rewrite target variable)
    set(result)
    set(folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(standard "$<TARGET_PROPERTY:${target},CUDA_STANDARD>")
    foreach(source IN LISTS ARGN)
        if(NOT source MATCHES "\\.cu$")
            list(APPEND result "${source}")
            continue()
        endif()
        get_filename_component(path "${source}" ABSOLUTE)
        # Files of one name in several folders stay apart.
        file(RELATIVE_PATH below "${CMAKE_CURRENT_SOURCE_DIR}" "${path}")
        string(REGEX REPLACE "\\.cu$" "" below "${below}")
        string(REPLACE "../" "up/" below "${below}")
        set(output "${CMAKE_CURRENT_BINARY_DIR}/ptcc/${target}/${below}_pt.cu")
        get_filename_component(folder "${output}" DIRECTORY)
        file(MAKE_DIRECTORY "${folder}")
        add_custom_command(OUTPUT "${output}"
            COMMAND "${PTCC_EXECUTABLE}" "${path}" -o "${output}" -MD -MF "${output}.d" ${PTCC_FLAGS}
                    "$<$<BOOL:${standard}>:-std=c++${standard}>"
                    "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
                    "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
            DEPENDS "${path}" "${PTCC_EXECUTABLE}"
            DEPFILE "${output}.d"
            COMMENT "Rewriting ${source}"
            COMMAND_EXPAND_LISTS VERBATIM)
        list(APPEND result "${output}")
    endforeach()
    set(${variable} "${result}" PARENT_SCOPE)
endfunction()

function(_ptcc_use target)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${PTCC_COMPILE_FLAGS}>")
    foreach(flag IN LISTS PTCC_LINK_FLAGS)
        if(flag MATCHES "^-L(.+)$") # as a flag a path with a space would come apart
            target_link_directories(${target} PRIVATE "${CMAKE_MATCH_1}")
        else()
            target_link_libraries(${target} PRIVATE "${flag}")
        endif()
    endforeach()
endfunction()

function(ptcc_add_executable target)
    _ptcc_rewrite(${target} sources ${ARGN})
    add_executable(${target} ${sources})
    _ptcc_use(${target})
endfunction()

function(ptcc_add_library target)
    set(sources ${ARGN})
    list(GET sources 0 kind)
    if(kind MATCHES "^(STATIC|SHARED|OBJECT)$")
        list(REMOVE_AT sources 0)
    else()
        set(kind)
    endif()
    _ptcc_rewrite(${target} rewritten ${sources})
    add_library(${target} ${kind} ${rewritten})
    _ptcc_use(${target})
endfunction()
