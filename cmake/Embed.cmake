# cmake -DNAME=… -DIN=… -DOUT=… -P Embed.cmake: a text file as a std::string_view, in pieces that every compiler takes.
file(READ ${IN} text)
string(LENGTH "${text}" length)
set(body "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 8000 piece)
  string(APPEND body "R\"~~(${piece})~~\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
file(
  WRITE ${OUT}
  "#include <string_view>\nnamespace qdqlens::resources {\nextern const std::string_view ${NAME};\nconst std::string_view ${NAME} =\n${body};\n}\n"
)
