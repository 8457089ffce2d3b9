# ptcc for CMake: find_package(Ptcc) gives
#
#   ptcc_add_executable(TARGET ...)  add_executable, with each CUDA source rewritten by ptcc before it is compiled
#   ptcc_add_library(TARGET ...)     add_library, likewise
#
# In:  CUDA enabled as a language; the generator Ninja or one of the Makefiles. PTCC_EXECUTABLE names the program when it is not
#      beside this file or on the path; PTCC_FLAGS are more flags, with the value at the call.
# Out: ptcc parses with the very flags that nvcc is given, whatever sets them and whenever, as it runs where the compiler would:
#      rewrite_and_compile is the target's compiler launcher. That holds for sources that target_sources adds, too.
#      NAME_pt.cu lies beside the object. It is made again when the source, ptcc, a flag or a header that ptcc read has changed.
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

# What the rewritten sources need. The library by its path: -L would not reach those who link a static library that needs it.
if(NOT TARGET Ptcc::runtime)
    _ptcc_ask(--cflags compile_flags)
    _ptcc_ask(--libs flags)
    set(libraries ${flags})
    list(FILTER flags INCLUDE REGEX "^-L")
    list(TRANSFORM flags REPLACE "^-L" "")
    list(FILTER libraries INCLUDE REGEX "^-l")
    list(TRANSFORM libraries REPLACE "^-l" "")
    add_library(Ptcc::runtime INTERFACE IMPORTED GLOBAL)
    set_property(TARGET Ptcc::runtime PROPERTY INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CUDA>:${compile_flags}>")
    foreach(library IN LISTS libraries)
        unset(PTCC_LIBRARY CACHE) # another ptcc may be asked this time
        find_library(PTCC_LIBRARY "${library}" PATHS ${flags} NO_DEFAULT_PATH REQUIRED)
        set_property(TARGET Ptcc::runtime APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${PTCC_LIBRARY}")
        unset(PTCC_LIBRARY CACHE)
    endforeach()
endif()

# When the folder's CMakeLists.txt has been read: a launcher that it sets must not take the place of ptcc.
function(_ptcc_launch target)
    get_target_property(flags ${target} PTCC_FLAGS)
    get_target_property(launcher ${target} CUDA_COMPILER_LAUNCHER)
    if(NOT launcher)
        set(launcher)
    endif()
    set_property(TARGET ${target} PROPERTY CUDA_COMPILER_LAUNCHER
                 sh "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/rewrite_and_compile" "${PTCC_EXECUTABLE}" ${flags} -- ${launcher})
endfunction()

function(_ptcc_use target)
    get_target_property(alias ${target} ALIASED_TARGET)
    get_target_property(imported ${target} IMPORTED)
    get_target_property(kind ${target} TYPE)
    if(alias OR imported OR kind STREQUAL "INTERFACE_LIBRARY")
        return() # it compiles nothing
    endif()
    if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
        message(FATAL_ERROR "${target} would not be rewritten: '${CMAKE_GENERATOR}' has no compiler launchers; "
                            "use Ninja or Makefiles")
    endif()
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    if(NOT CUDA IN_LIST languages)
        message(FATAL_ERROR "${target} would not be rewritten: CUDA is not enabled; write project(... LANGUAGES CXX CUDA), or enable_language(CUDA)")
    endif()
    set_property(TARGET ${target} PROPERTY PTCC_FLAGS "${PTCC_FLAGS}")
    cmake_language(EVAL CODE "cmake_language(DEFER CALL _ptcc_launch [==[${target}]==])")
    # Not by target_link_libraries: whoever uses the target may call it with keywords or without, but not in both ways.
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES Ptcc::runtime)
    if(kind MATCHES "^(STATIC|OBJECT)_LIBRARY$")
        set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:Ptcc::runtime>")
    endif()
endfunction()

function(ptcc_add_executable target)
    add_executable(${ARGV})
    _ptcc_use(${target})
endfunction()

function(ptcc_add_library target)
    add_library(${ARGV})
    _ptcc_use(${target})
endfunction()
