# Writes OUT, a C++ file with the texts of the experiments of FROM as raw strings.
file(GLOB folders ${FROM}/*)
set(texts "")
foreach(folder ${folders})
  if(EXISTS ${folder}/published.csv)
    get_filename_component(id ${folder} NAME)
    file(READ ${folder}/README.md page)
    file(READ ${folder}/published.csv numbers)
    set(model "")
    if(EXISTS ${folder}/model)
      file(STRINGS ${folder}/model name)
      file(READ ${FROM}/../models/${name}/model.mo model)
    endif()
    string(APPEND texts "    {\"${id}\", R\"text(${page})text\", R\"text(${numbers})text\", R\"text(${model})text\"},\n")
  endif()
endforeach()
file(WRITE ${OUT} "#include \"experiments/texts.hpp\"\n\nnamespace trammel::experiments {\n\n"
     "const std::vector<Texts>& all_texts() {\n  static const std::vector<Texts> texts = {\n${texts}  };\n  return texts;\n}\n\n"
     "}  // namespace trammel::experiments\n")
