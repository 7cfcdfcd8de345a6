# `cmake --install`: the library, its headers, a CMake package and a pkg-config file.
include(CMakePackageConfigHelpers)
install(TARGETS trammel EXPORT TrammelTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trammel FILES_MATCHING PATTERN "*.hpp")
install(FILES src/pipeline/trammel.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trammel OPTIONAL)
install(EXPORT TrammelTargets NAMESPACE trammel:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Trammel)
configure_package_config_file(cmake/TrammelConfig.cmake.in ${PROJECT_BINARY_DIR}/TrammelConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Trammel)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TrammelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TrammelConfig.cmake ${PROJECT_BINARY_DIR}/TrammelConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Trammel)
configure_file(cmake/trammel.pc.in ${PROJECT_BINARY_DIR}/trammel.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/trammel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
