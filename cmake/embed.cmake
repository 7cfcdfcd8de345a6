# Writes OUT, a C++ file with the files of DIST as raw strings.
file(READ ${DIST}/report.js SCRIPT)
file(READ ${DIST}/report.css STYLE)
file(READ ${DIST}/report.js.sha256 HASH)
string(STRIP "${HASH}" HASH)
file(WRITE ${OUT} "#include \"report/bundle.hpp\"\n\nnamespace trammel::report {\n\n"
     "const std::string_view bundle_script = R\"bundle(${SCRIPT})bundle\";\n"
     "const std::string_view bundle_style = R\"bundle(${STYLE})bundle\";\n"
     "const std::string_view bundle_hash = \"${HASH}\";\n\n}  // namespace trammel::report\n")
