# Scripts and style of reports become part of the library. They come from web/dist, which is committed: a build needs no
# Node. `web/build` makes them anew from web/src.
set(TRAMMEL_BUNDLE ${PROJECT_BINARY_DIR}/bundle.cpp)
add_custom_command(
  OUTPUT ${TRAMMEL_BUNDLE}
  COMMAND ${CMAKE_COMMAND} -D DIST=${PROJECT_SOURCE_DIR}/web/dist -D OUT=${TRAMMEL_BUNDLE} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/web/dist/report.js ${PROJECT_SOURCE_DIR}/web/dist/report.css
          ${PROJECT_SOURCE_DIR}/web/dist/report.js.sha256 ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  VERBATIM)
target_sources(trammel PRIVATE ${TRAMMEL_BUNDLE})
