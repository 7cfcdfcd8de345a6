# Files of one folder are compiled several at a time: most of the time goes into headers and templates, which they share.
# Who works on one file sets -DTRAMMEL_UNITY_SIZE=8, or TRAMMEL_UNITY=OFF. Files that need flags of their own stay alone
# (set them before the call).
option(TRAMMEL_UNITY "Compile several files of a folder as one" ${PROJECT_IS_TOP_LEVEL})
set(TRAMMEL_UNITY_SIZE 0 CACHE STRING
    "How many files are compiled as one: fewer build again faster, more build from nothing faster; 0: 24, and 72 where no steps are taken")

# Rooms whose code runs once per run or less: all in one, or two. Rooms with loops over steps stay as they are: gcc inlines
# less in larger files.
set(TRAMMEL_ONCE src_analysis src_cli src_experiments src_formulation src_modelica src_pipeline src_report)
# Rooms that take no steps: with -O1 they take a third less time to compile, and a simulation at most a hundredth more
# instructions (Andrews 0.8 %, pendulum 0.1 %, from its text to its first step 1.1 %).
set(TRAMMEL_UNHURRIED src_analysis src_certify src_formulation src_modelica src_pipeline)
# Rooms that print what is known: with -Og a fifth to a third less again. (Those that read and rewrite equations would take 4 % more
# instructions for a pendulum from its text to its end.)
set(TRAMMEL_LEISURELY src_cli src_experiments src_report)
# Rooms of a few files each, together: alone each would read the same headers.
set(TRAMMEL_SMALL src_base src_integrate_tableaus src_model src_solution)

function(trammel_unity_size folder count result)
  if(TRAMMEL_UNITY_SIZE GREATER 0)
    set(${result} ${TRAMMEL_UNITY_SIZE})
  elseif(folder IN_LIST TRAMMEL_ONCE OR folder MATCHES "^tests_")
    trammel_even(72 ${count} ${result})
  else()
    trammel_even(24 ${count} ${result})
  endif()
  set(${result} ${${result}} PARENT_SCOPE)
endfunction()

# Pieces of about the same size, none of them larger than `most`.
function(trammel_even most count result)
  math(EXPR pieces "(${count} + ${most} - 1)/${most}")
  math(EXPR size "(${count} + ${pieces} - 1)/${pieces}")
  set(${result} ${size} PARENT_SCOPE)
endfunction()

function(trammel_unhurried folder file)
  if(folder IN_LIST TRAMMEL_UNHURRIED)
    set(level -O1)
  elseif(folder IN_LIST TRAMMEL_LEISURELY)
    set(level -Og)
  else()
    return()
  endif()
  # Below -O2 gcc takes empty std::optionals for uninitialized ones.
  set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:${level};-Wno-maybe-uninitialized>)
  # With sanitizers -Og takes 0.6 of the time of -O1 (src_modelica 33 s for 57, src_report 15 s for 25).
  set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:RelWithDebInfo>:-Og>)
endfunction()

# Replaces the files in the list `sources` by files that include them, several of one folder in each.
# Paths are relative to the source folder, so that a compiler cache serves copies of the source.
# TOGETHER: folders are not kept apart.
function(trammel_unite sources name)
  set(united)
  set(folders)
  foreach(file IN LISTS ${sources})
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER ${folder} folder)
    if("TOGETHER" IN_LIST ARGN)
      set(folder tests_together)
    elseif(folder IN_LIST TRAMMEL_SMALL)
      set(folder src_small)
    endif()
    if(NOT TRAMMEL_UNITY)
      trammel_unhurried(${folder} ${file})
      continue()
    endif()
    list(APPEND folders ${folder})
    get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
    get_source_file_property(options ${file} COMPILE_OPTIONS)
    if(definitions OR options)  # its place stays empty: files meet the same neighbours in every configuration
      list(APPEND united ${file})
      list(APPEND files_${folder} "// ${path}: alone\n")
    else()
      list(APPEND files_${folder} "#include \"${path}\"\n")
    endif()
  endforeach()
  if(NOT TRAMMEL_UNITY)
    return()
  endif()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH files_${folder} count)
    trammel_unity_size(${folder} ${count} size)
    set(first 0)
    while(first LESS count)
      list(SUBLIST files_${folder} ${first} ${size} part)
      list(JOIN part "" text)
      set(bytes 0)
      string(REGEX MATCHALL "\"[^\"]+\"" members "${text}")
      foreach(member IN LISTS members)
        string(REPLACE "\"" "" member ${member})
        file(SIZE ${PROJECT_SOURCE_DIR}/${member} more)
        math(EXPR bytes "${bytes} + ${more}")
      endforeach()
      set(file ${PROJECT_BINARY_DIR}/unity/${name}/${folder}_${first}.cpp)
      file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
      trammel_unhurried(${folder} ${file})
      list(APPEND ordered "${bytes}:${file}")
      math(EXPR first "${first} + ${size}")
    endwhile()
  endforeach()
  # The largest first: ninja begins in this order, and at the end no processor waits for a long one.
  list(SORT ordered COMPARE NATURAL ORDER DESCENDING)
  list(TRANSFORM ordered REPLACE "^[0-9]+:" "")
  set(${sources} ${ordered} ${united} PARENT_SCOPE)
endfunction()
