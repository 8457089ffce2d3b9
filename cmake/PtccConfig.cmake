# ptcc for CMake: find_package(Ptcc) gives
#
#   ptcc_add_executable(TARGET SOURCES...)   add_executable, with each .cu file rewritten by ptcc before it is compiled
#   ptcc_add_library(TARGET [KIND] SOURCES...)  likewise; KIND is STATIC, SHARED or OBJECT
#
# In:  CUDA enabled as a language; the include folders, definitions, options and standard of the target and of
#      the source, which ptcc parses with and nvcc compiles with.
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

# Flags of nvcc that no target's property tells: CMAKE_CUDA_FLAGS, and those of the configuration.
function(_ptcc_cuda_flags variable)
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_CUDA_FLAGS}")
    foreach(configuration IN LISTS CMAKE_BUILD_TYPE CMAKE_CONFIGURATION_TYPES)
        string(TOUPPER "${configuration}" name)
        separate_arguments(more NATIVE_COMMAND "${CMAKE_CUDA_FLAGS_${name}}")
        list(APPEND flags "$<$<CONFIG:${configuration}>:${more}>")
    endforeach()
    set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

# Compile options as a command can have them: it is for CUDA, which only a compiler's own options can ask.
function(_ptcc_options variable)
    set(result)
    foreach(option IN LISTS ARGN)
        if(option MATCHES "^SHELL:(.*)$")
            separate_arguments(option NATIVE_COMMAND "${CMAKE_MATCH_1}")
        endif()
        list(APPEND result "${option}")
    endforeach()
    string(REGEX REPLACE "\\$<COMPILE_LANGUAGE:([^<>]*,)?CUDA(,[^<>]*)?>" "1" result "${result}")
    string(REGEX REPLACE "\\$<COMPILE_LANGUAGE:[^<>]*>" "0" result "${result}")
    string(REGEX REPLACE "\\$<COMPILE_LANG_AND_ID:CUDA,([^<>]*,)?NVIDIA(,[^<>]*)?>" "1" result "${result}")
    string(REGEX REPLACE "\\$<COMPILE_LANG_AND_ID:[^<>]*>" "0" result "${result}")
    set(${variable} "${result}" PARENT_SCOPE)
endfunction()

# When the folder's CMakeLists.txt has been read: only then all properties are set that the source has, and what is made of it has
# the same.
function(_ptcc_add_command target source path output ptcc_flags)
    set(folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(standard "$<TARGET_PROPERTY:${target},CUDA_STANDARD>")
    foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FLAGS)
        get_property(own_${property} SOURCE "${source}" PROPERTY ${property})
        set_property(SOURCE "${output}" PROPERTY ${property} "${own_${property}}")
    endforeach()
    separate_arguments(own_COMPILE_FLAGS NATIVE_COMMAND "${own_COMPILE_FLAGS}")
    get_target_property(target_options ${target} COMPILE_OPTIONS)
    _ptcc_cuda_flags(flags)
    _ptcc_options(options ${flags} ${target_options} ${own_COMPILE_FLAGS} ${own_COMPILE_OPTIONS})
    _ptcc_options(own_folders ${own_INCLUDE_DIRECTORIES})
    _ptcc_options(own_definitions ${own_COMPILE_DEFINITIONS})
    add_custom_command(OUTPUT "${output}"
        COMMAND "${PTCC_EXECUTABLE}" "${path}" -o "${output}" -MD -MF "${output}.d" ${ptcc_flags}
                "$<$<BOOL:${standard}>:-std=c++${standard}>"
                "$<$<BOOL:${own_folders}>:-I$<JOIN:${own_folders},;-I>>"
                "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
                "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
                "$<$<BOOL:${own_definitions}>:-D$<JOIN:${own_definitions},;-D>>"
                --nvcc-flags -- "${options}"
        DEPENDS "${path}" "${PTCC_EXECUTABLE}"
        DEPFILE "${output}.d"
        COMMENT "Rewriting ${source}"
        COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# Plans the commands that rewrite `sources`; gives the list with the rewritten files in their places.
function(_ptcc_rewrite target variable)
    set(result)
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
        set_source_files_properties("${output}" PROPERTIES GENERATED TRUE)
        # With the values that the variables have here.
        cmake_language(EVAL CODE
            "cmake_language(DEFER CALL _ptcc_add_command [==[${target}]==] [==[${source}]==] [==[${path}]==] [==[${output}]==] [==[${PTCC_FLAGS}]==])")
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
