# Pages and published numbers of experiments/ become part of the library: `trammel reproduce` needs no source tree.
file(GLOB TRAMMEL_EXPERIMENT_TEXTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*/README.md
     ${PROJECT_SOURCE_DIR}/experiments/*/published.csv ${PROJECT_SOURCE_DIR}/experiments/*/model)
set(TRAMMEL_EXPERIMENTS ${PROJECT_BINARY_DIR}/experiment_texts.cpp)
add_custom_command(
  OUTPUT ${TRAMMEL_EXPERIMENTS}
  COMMAND ${CMAKE_COMMAND} -D FROM=${PROJECT_SOURCE_DIR}/experiments -D OUT=${TRAMMEL_EXPERIMENTS}
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_experiments.cmake
  DEPENDS ${TRAMMEL_EXPERIMENT_TEXTS} ${PROJECT_SOURCE_DIR}/cmake/embed_experiments.cmake
  VERBATIM)
target_sources(trammel PRIVATE ${TRAMMEL_EXPERIMENTS})
