#include "program/x86.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

namespace trammel::program::x86 {
namespace {

std::string bytes(const std::function<void(Assembler&)>& write) {
  Assembler a;
  write(a);
  std::string text;
  for (const std::uint8_t byte : a.code()) text += fmt::format("{:02x}", byte);
  return text;
}

// The bytes are those of the GNU assembler for the text on the left.
TEST(X86, EncodesAsTheGnuAssemblerDoes) {
  constexpr Opcode addsd{pf2, map_0f, 0x58}, mulsd{pf2, map_0f, 0x59}, subsd{pf2, map_0f, 0x5c},
      divsd{pf2, map_0f, 0x5e}, cmpsd{pf2, map_0f, 0xc2}, andpd{p66, map_0f, 0x54},
      roundsd{p66, map_0f3a, 0x0b}, subpd{p66, map_0f, 0x5c}, divpd{p66, map_0f, 0x5e},
      roundpd{p66, map_0f3a, 0x09}, movsd_to{pf2, map_0f, 0x11}, movsd{pf2, map_0f, 0x10},
      movhpd{p66, map_0f, 0x16}, movhpd_to{p66, map_0f, 0x17}, insert{p66, map_0f3a, 0x18},
      extract{p66, map_0f3a, 0x19}, movupd{p66, map_0f, 0x10};
  const struct {
    const char* text;
    std::function<void(Assembler&)> write;
    const char* expected;
  } cases[] = {
      {"addsd xmm0, xmm1", [&](Assembler& a) { a.sse(addsd, 0, Xmm{1}); }, "f20f58c1"},
      {"addsd xmm9, [rbx+8]", [&](Assembler& a) { a.sse(addsd, 9, at(rbx, 8)); }, "f2440f584b08"},
      {"mulsd xmm3, [r13]", [&](Assembler& a) { a.sse(mulsd, 3, at(r13, 0)); }, "f2410f595d00"},
      {"subsd xmm8, [r12+1000]", [&](Assembler& a) { a.sse(subsd, 8, at(r12, 1000)); },
       "f2450f5c8424e8030000"},
      {"divsd xmm15, xmm14", [&](Assembler& a) { a.sse(divsd, 15, Xmm{14}); }, "f2450f5efe"},
      {"cmpltsd xmm2, xmm12", [&](Assembler& a) { a.sse(cmpsd, 2, Xmm{12}, 1); }, "f2410fc2d401"},
      {"andpd xmm4, xmm11", [&](Assembler& a) { a.sse(andpd, 4, Xmm{11}); }, "66410f54e3"},
      {"roundsd xmm5, xmm6, 9", [&](Assembler& a) { a.sse(roundsd, 5, Xmm{6}, 9); }, "660f3a0bee09"},
      {"vaddsd xmm0, xmm1, xmm2", [&](Assembler& a) { a.avx(addsd, 0, 1, Xmm{2}, false); }, "c5f358c2"},
      {"vmulsd xmm9, xmm10, [rbp]", [&](Assembler& a) { a.avx(mulsd, 9, 10, at(rbp, 0), false); },
       "c52b594d00"},
      {"vsubpd ymm1, ymm12, ymm13", [&](Assembler& a) { a.avx(subpd, 1, 12, Xmm{13}, true); }, "c4c11d5ccd"},
      {"vdivpd ymm8, ymm2, [r9+256]", [&](Assembler& a) { a.avx(divpd, 8, 2, at(r9, 256), true); },
       "c4416d5e8100010000"},
      {"vcmpneqsd xmm3, xmm4, xmm5", [&](Assembler& a) { a.avx(cmpsd, 3, 4, Xmm{5}, false, 4); },
       "c5dbc2dd04"},
      {"vroundpd ymm7, ymm9, 10", [&](Assembler& a) { a.avx(roundpd, 7, 0, Xmm{9}, true, 10); },
       "c4c37d09f90a"},
      {"vmovsd xmm6, [r10+rax*8]", [&](Assembler& a) { a.avx(movsd, 6, 0, at_index(r10, rax), false); },
       "c4c17b1034c2"},
      {"vmovsd [r13+rax*8], xmm6", [&](Assembler& a) { a.avx(movsd_to, 6, 0, at_index(r13, rax), false); },
       "c4c17b1174c500"},
      {"vmovhpd xmm6, xmm6, [rcx+rax*8]",
       [&](Assembler& a) { a.avx(movhpd, 6, 6, at_index(rcx, rax), false); }, "c5c91634c1"},
      {"vmovhpd [rcx+rax*8], xmm6", [&](Assembler& a) { a.avx(movhpd_to, 6, 0, at_index(rcx, rax), false); },
       "c5f91734c1"},
      {"vinsertf128 ymm6, ymm6, xmm15, 1", [&](Assembler& a) { a.avx(insert, 6, 6, Xmm{15}, true, 1); },
       "c4c34d18f701"},
      {"vextractf128 xmm15, ymm6, 1", [&](Assembler& a) { a.avx(extract, 6, 0, Xmm{15}, true, 1); },
       "c4c37d19f701"},
      {"vmovupd ymm2, [rbp+64]", [&](Assembler& a) { a.avx(movupd, 2, 0, at(rbp, 64), true); }, "c5fd105540"},
      {"mov rbx, [rdi+16]", [](Assembler& a) { a.load(rbx, at(rdi, 16)); }, "488b5f10"},
      {"mov eax, [rdx+4]", [](Assembler& a) { a.load32(rax, at(rdx, 4)); }, "8b4204"},
      {"mov [rsp+8], rsi", [](Assembler& a) { a.store(at(rsp, 8), rsi); }, "4889742408"},
      {"lea rdi, [rbp+40]", [](Assembler& a) { a.address(rdi, at(rbp, 40)); }, "488d7d28"},
      {"movabs rax, 0x123456789abcdef0", [](Assembler& a) { a.set(rax, 0x123456789abcdef0u); },
       "48b8f0debc9a78563412"},
      {"call rax", [](Assembler& a) { a.call(rax); }, "ffd0"},
      {"add rsp, 24", [](Assembler& a) { a.add(rsp, 24); }, "4883c418"},
      {"sub r14, 1", [](Assembler& a) { a.subtract(r14, 1); }, "4983ee01"},
      {"add rdx, 1000", [](Assembler& a) { a.add(rdx, 1000); }, "4881c2e8030000"},
      {"cmp r8, 4", [](Assembler& a) { a.compare(r8, 4); }, "4983f804"},
      {"push r15", [](Assembler& a) { a.push(r15); }, "4157"},
      {"pop rbx", [](Assembler& a) { a.pop(rbx); }, "5b"},
      {"vzeroupper", [](Assembler& a) { a.zero_upper_halves(); }, "c5f877"},
  };
  for (const auto& one : cases) EXPECT_EQ(bytes(one.write), one.expected) << one.text;
}

TEST(X86, AddressesInCodeCountFromTheEndOfTheInstruction) {
  constexpr Opcode addsd{pf2, map_0f, 0x58}, cmpsd{pf2, map_0f, 0xc2};
  // The number stands at 0; the instructions end at 16 and 17.
  EXPECT_EQ(bytes([&](Assembler& a) {
              a.number(0);
              a.sse(addsd, 0, in_code(0));
            }),
            "0000000000000000f20f5805f0ffffff");
  EXPECT_EQ(bytes([&](Assembler& a) {
              a.number(0);
              a.sse(cmpsd, 0, in_code(0), 1);
            }),
            "0000000000000000f20fc205efffffff01");
}

TEST(X86, JumpsLeadWhereTheyAreBound) {
  EXPECT_EQ(bytes([](Assembler& a) {
              const std::size_t past = a.jump_if_below();
              const std::size_t begin = a.here();
              a.ret();
              a.jump_unless_below(begin);
              a.bind(past);
            }),
            "0f8207000000c30f83f9ffffff");
}

}  // namespace
}  // namespace trammel::program::x86
