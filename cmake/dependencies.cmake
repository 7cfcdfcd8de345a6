# All of them from Debian's archive; scripts/setup installs what is missing.
include(GNUInstallDirs)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt 9 REQUIRED)
find_library(TRAMMEL_KLU klu REQUIRED)
find_library(TRAMMEL_LAPACK lapack REQUIRED)
find_path(TRAMMEL_KLU_INCLUDE klu.h PATH_SUFFIXES suitesparse REQUIRED)
