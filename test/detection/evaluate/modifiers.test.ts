import { describe, expect, it } from "vitest";
import { refusal, ruleOf, selecting } from "../../support/sigma.ts";

type Case = [fields: string, event: unknown, expected: boolean];

const check = (cases: readonly Case[]) => {
  it.each(cases)("%s on %o: %s", (fields, event, expected) => {
    expect(selecting(fields).match(event)).toBe(expected);
  });
};

describe("plain values", () => {
  check([
    ["A: CMD.exe", { A: "cmd.EXE" }, true],
    ["A: cmd", { A: "cmd.exe" }, false],
    ["A: [a, b]", { A: "B" }, true],
    ["A: [a, b]", { A: "ab" }, false],
    ["A: ПриВЕТ", { A: "привет" }, true],
    ["A: ΟΔΟΣ", { A: "οδος" }, true],
    ["A: ΟΔΟΣ*", { A: "οδοσα" }, true],
    ["A: 执行命令", { A: "执行命令" }, true],
    ["A: 4688", { A: 4688 }, true],
    ["A: 4688", { A: "4688" }, true],
    ["A: '4688'", { A: 4688 }, true],
    ["A: 4688", { A: "46880" }, false],
    ["A: 12345678901234567890", { A: "12345678901234567890" }, true],
    ["A: 0.5", { A: "0.50" }, true],
    ["A: true", { A: true }, true],
    ["A: true", { A: "True" }, true],
    ["A: 'false'", { A: false }, true],
    ["A: 1", { A: ["0", "1"] }, true],
    ["A: 1", { A: [] }, false],
    ["A: x", { A: { "#text": "X", "#attributes": { Name: "y" } } }, true],
    ["A: x", { B: "x" }, false],
    ["A: x", "x", false],
    ["A: x", null, false],
    ["A: '*\"b\":1*'", { A: { b: 1 } }, true],
    ['A: "a\\0b"', { A: "a\0b" }, true],
    ["__proto__: x", JSON.parse('{"__proto__": "x"}'), true],
    ["__proto__: x", {}, false],
    ["constructor|exists: true", {}, false],
    ["toString: '*'", { a: 1 }, false],
  ]);
});

describe("null, empty and absent", () => {
  check([
    ["A: null", {}, true],
    ["A: null", { A: null }, true],
    ["A: null", { A: [] }, true],
    ["A: null", { A: "" }, false],
    ["A: null", { A: 0 }, false],
    ["A: ''", { A: "" }, true],
    ["A: ''", {}, false],
    ["A: ''", { A: null }, false],
    ["A: '*'", { A: "" }, true],
    ["A: '*'", { A: "x" }, true],
    ["A: '*'", { A: null }, false],
    ["A: [null, '']", { A: "" }, true],
    ["A: [null, '']", {}, true],
    ["A|exists: true", { A: null }, true],
    ["A|exists: true", {}, false],
    ["A|exists: false", {}, true],
    ["A|exists: false", { A: "" }, false],
  ]);
});

describe("wildcards and escapes", () => {
  check([
    ["A: a*c", { A: "abbbC" }, true],
    ["A: a*c", { A: "abbbcd" }, false],
    ["A: a?c", { A: "abc" }, true],
    ["A: a?c", { A: "ac" }, false],
    ["A: '?:\\Users\\\\*\\x.exe'", { A: "C:\\Users\\me\\x.exe" }, true],
    ["A: '?:\\Users\\*\\x.exe'", { A: "C:\\Users\\me\\x.exe" }, false],
    ["A: 'C:\\Users\\*\\x.exe'", { A: "C:\\Users*\\x.exe" }, true],
    ["A: a?c", { A: "a😀c" }, true],
    ["A: '*?c'", { A: "😀c" }, true],
    ["A: '*?c'", { A: "c" }, false],
    ["A: '??'", { A: "😀é" }, true],
    ["A: a\\*c", { A: "a*c" }, true],
    ["A: a\\*c", { A: "abc" }, false],
    ["A: a\\?c", { A: "a?c" }, true],
    ["A: a\\\\*", { A: "a\\bc" }, true],
    ["A: a\\\\*", { A: "abc" }, false],
    ["A: a\\\\\\*", { A: "a\\*" }, true],
    ["A: a\\\\\\*", { A: "a\\bc" }, false],
    ["A: C:\\x", { A: "c:\\X" }, true],
    ["A: C:\\\\x", { A: "c:\\x" }, true],
    ["A: '\\\\\\\\host'", { A: "\\\\host" }, true],
    ["A: '*a*b*c*'", { A: "xxaxxbxxcxx" }, true],
    ["A: '*a*b*c*'", { A: "xxaxxcxxbxx" }, false],
    ["A: a*a", { A: "a" }, false],
    ["A: '*ab?d*ab?e'", { A: "abcd abxe" }, true],
    ["A: '*ab?d*ab?e'", { A: "abcdabe" }, false],
    ["A: a*c", { A: "a\nb\nc" }, true],
  ]);
});

describe("modifiers of text", () => {
  check([
    ["A|contains: BcD", { A: "abcde" }, true],
    ["A|contains: ''", { A: "x" }, true],
    ["A|startswith: AB", { A: "abc" }, true],
    ["A|startswith: bc", { A: "abc" }, false],
    ["A|endswith: \\CMD.exe", { A: "C:\\x\\cmd.exe" }, true],
    ["A|endswith: cmd", { A: "cmd.exe" }, false],
    ["A|contains|all: [a, b]", { A: "xbxa" }, true],
    ["A|contains|all: [a, b]", { A: "xb" }, false],
    ["A|contains|all: [a, b]", { A: ["xa", "xb"] }, true],
    ["A|contains: ком", { A: "КОМАНДА" }, true],
    ["A|contains: 令", { A: "执行命令" }, true],
    ["A|cased: Cmd", { A: "Cmd" }, true],
    ["A|cased: Cmd", { A: "cmd" }, false],
    ["A|contains|cased: Md", { A: "CMD" }, false],
    ["A|contains: 12", { A: 4123 }, true],
    ["A|neq: x", { A: "y" }, true],
    ["A|neq: x", { A: "X" }, false],
    ["A|neq: x", {}, true],
    ["A|neq: [x, y]", { A: "y" }, false],
    ["A|neq: 5", { A: "5" }, false],
    ["A|contains|neq: x", { A: "axb" }, false],
  ]);
});

describe("windash", () => {
  check([
    ...["-", "/", "–", "—", "―"].map((dash): Case => [
      "A|contains|windash: ' -enc '",
      { A: `p ${dash}ENC x` },
      true,
    ]),
    ["A|contains|windash: ' /enc '", { A: "p -enc x" }, true],
    ["A|contains|windash: ' -enc '", { A: "p +enc x" }, false],
    ["A|windash|contains: -a-b", { A: "/a-b" }, true],
    ["A|windash|contains: -a-b", { A: "/a/b" }, false],
    ["A|contains|windash|all: [' -a ', ' -b ']", { A: "x /b  –a " }, true],
    ["A|windash|startswith: -ф", { A: "/Ф1" }, true],
  ]);
});

describe("encodings", () => {
  const b64 = (bytes: string) => btoa(bytes);
  const wide = (text: string) => text.replaceAll(/./g, "$&\0");
  check([
    ["A|base64: foo", { A: "Zm9v" }, true],
    ["A|base64|contains: foo", { A: "xxZm9vxx" }, true],
    ...["", "a", "ab", "abc"].map((before): Case => [
      "A|base64offset|contains: http://",
      { A: b64(`${before}http://x`) },
      true,
    ]),
    ["A|base64offset|contains: http://", { A: b64("ahttps//x") }, false],
    ...["", "a\0", "ab"].map((before): Case => [
      "A|wide|base64offset|contains: IEX",
      { A: b64(`${before}${wide("xIEX y")}`) },
      true,
    ]),
    ["A|utf16le|base64offset|contains: IEX", { A: b64(wide("IEX")) }, true],
    ["A|utf16be|base64: Hi", { A: b64("\0H\0i") }, true],
    ["A|utf16|base64: Hi", { A: b64("\xff\xfeH\0i\0") }, true],
    ["A|wide: Hi", { A: "H\0i\0" }, true],
    ["A|base64: привет", { A: "0L/RgNC40LLQtdGC" }, true],
  ]);
});

describe("re", () => {
  check([
    ["A|re: 'a.c'", { A: "xxabcxx" }, true],
    ["A|re: '^a.c$'", { A: "xxabcxx" }, false],
    ["A|re: 'ABC'", { A: "abc" }, false],
    ["A|re|i: 'ABC'", { A: "abc" }, true],
    ["A|re: '(?i)ABC'", { A: "abc" }, true],
    ["A|re: '^b'", { A: "a\nb" }, false],
    ["A|re|m: '^b'", { A: "a\nb" }, true],
    ["A|re: 'a.b'", { A: "a\nb" }, false],
    ["A|re|s: 'a.b'", { A: "a\nb" }, true],
    ["A|re|i|m|s: '^B.c'", { A: "a\nb\nC" }, true],
    ["A|re: '[а-я]+ \\d{2}'", { A: "процесс 12" }, true],
    ["A|re: '^..$'", { A: "😀é" }, true],
    ["A|re: '\\*'", { A: "*" }, true],
    ["A|re: 5", { A: 151 }, true],
    ["A|re|all: [a, b]", { A: "ba" }, true],
  ]);

  it.each([
    ["a(?=b)", "Lookaround"],
    ["(?<!a)b", "Lookaround"],
    ["(a)\\1", "A reference back"],
    ["a++", "A possessive"],
    ["(?>a)", "A possessive"],
    ["(a{1000}){1000}", "too large"],
    ["a{1001}", "invalid repeat count"],
    ["a(", "missing"],
  ])("refuses %s", (expression, reason) => {
    const message = refusal(ruleOf(`sel:\n    A|re: '${expression}'\ncondition: sel`));
    expect(message).toMatch(/^The rule cannot be run\. Line 6: /);
    expect(message).toContain(reason);
  });
});

describe("networks", () => {
  check([
    ["A|cidr: 10.0.0.0/8", { A: "10.1.2.3" }, true],
    ["A|cidr: 10.0.0.0/8", { A: "11.1.2.3" }, false],
    ["A|cidr: [10.0.0.0/8, 192.168.0.0/16]", { A: "192.168.7.7" }, true],
    ["A|cidr: 0.0.0.0/0", { A: "8.8.8.8" }, true],
    ["A|cidr: 10.0.0.0/8", { A: "::ffff:10.1.2.3" }, true],
    ["A|cidr: 'fe80::/10'", { A: "fe80::1%eth0" }, true],
    ["A|cidr: '2001:db8::/32'", { A: "2001:DB8:1::1" }, true],
    ["A|cidr: '::1/128'", { A: "0:0:0:0:0:0:0:1" }, true],
    ["A|cidr: '::/0'", { A: "10.0.0.1" }, false],
    ["A|cidr: 10.0.0.0/8", { A: "10.1" }, false],
    ["A|cidr: 10.0.0.0/8", { A: "010.1.2.3" }, false],
    ["A|cidr: 10.0.0.0/8", { A: "host" }, false],
    ["A|cidr: 10.0.0.0/8", { A: 10 }, false],
  ]);
});

describe("numbers", () => {
  check([
    ["A|gt: 10", { A: 11 }, true],
    ["A|gt: 10", { A: "10" }, false],
    ["A|gte: 10", { A: "10" }, true],
    ["A|lt: 10", { A: "9.5" }, true],
    ["A|lt: 10", { A: "" }, false],
    ["A|lt: 10", { A: "abc" }, false],
    ["A|lt: 10", {}, false],
    ["A|lte: -1", { A: "-1" }, true],
    ["A|gt: 16", { A: "0x1f" }, true],
    ["A|lt: 10", { A: true }, false],
  ]);
});

describe("parts of a time", () => {
  check([
    ["A|hour: 23", { A: "2026-11-22 23:14:01.5" }, true],
    ["A|hour: [1, 23]", { A: "2026-11-22T23:14:01+03:00" }, true],
    ["A|minute: 14", { A: "2026-11-22T23:14:01Z" }, true],
    ["A|day: 22", { A: "2026-11-22" }, true],
    ["A|hour: 0", { A: "2026-11-22" }, false],
    ["A|month: 11", { A: "2026-11-22T23:14:01Z" }, true],
    ["A|year: 2026", { A: "2026-11-22T23:14:01Z" }, true],
    ["A|week: 1", { A: "2024-12-30" }, true],
    ["A|week: 53", { A: "2027-01-01" }, true],
    ["A|hour: 0", { A: 1_767_225_600 }, true],
    ["A|year: 2026", { A: 1_767_225_600_000 }, true],
    ["A|hour: 5", { A: "soon" }, false],
    ["A|hour|gte: 22", { A: "2026-11-22T23:14:01Z" }, true],
    ["A|hour|gte: 22", { A: "2026-11-22T21:14:01Z" }, false],
  ]);
});

describe("fieldref", () => {
  check([
    ["A|fieldref: B", { A: "x", B: "X" }, true],
    ["A|fieldref: B", { A: "x", B: "y" }, false],
    ["A|fieldref: B", { A: "x" }, false],
    ["A|fieldref: B", {}, false],
    ["A|fieldref: B.c", { A: "x", B: { c: "x" } }, true],
    ["A|fieldref|neq: B", { A: "x", B: "y" }, true],
    ["A|fieldref|cased: B", { A: "x", B: "X" }, false],
    ["A|fieldref|startswith: B", { A: "xyz", B: "xy" }, true],
    ["A|fieldref|endswith: B", { A: "xyz", B: "yz" }, true],
    ["A|fieldref|contains: B", { A: "xyz", B: "y" }, true],
    ["A|fieldref: B", { A: "a*", B: "abc" }, false],
  ]);
});

describe("expand", () => {
  const placeholders = { Admins: ["adm_*", "root"], empty: [] };
  const fires = (fields: string, A: string) => selecting(fields, { placeholders }).match({ A });

  it("puts in what is given", () => {
    expect(fires("A|expand: '%Admins%'", "ADM_jo")).toBe(true);
    expect(fires("A|expand: 'x%Admins%y'", "xrooty")).toBe(true);
    expect(fires("A|expand: '%Admins%'", "user")).toBe(false);
    expect(fires("A|expand|contains: '%Admins%'", "the root here")).toBe(true);
    expect(fires("A|expand: '%empty%'", "")).toBe(false);
    expect(fires("A|expand: '\\%plain%Admins%'", "%plainroot")).toBe(true);
    expect(fires("A: '%Admins%'", "%admins%")).toBe(true);
  });

  it("names the placeholder that nothing is given for", () => {
    expect(refusal(ruleOf("sel:\n    A|expand: '%Servers%'\ncondition: sel"))).toContain(
      "Line 6: '%Servers%' is a placeholder",
    );
    expect(refusal(ruleOf("sel:\n    A|expand: '%constructor%'\ncondition: sel"))).toContain(
      "%constructor%",
    );
  });
});

describe("values that cannot be", () => {
  it.each([
    ["A|base64: 'a*'", "'base64' cannot encode a wildcard"],
    ["A|contains|base64: a", "'base64' cannot encode a wildcard"],
    ["A|re|base64: a", "does not go together"],
    ["A|cidr: 10.0.0.0/33", "no network in CIDR notation"],
    ["A|cidr: 300.0.0.0/8", "no network in CIDR notation"],
    ["A|gt: many", "needs a number"],
    ["A|exists: maybe", "needs true or false"],
    ["A|nonsense: a", "is no modifier"],
    ["A|contains|startswith: a", "cannot be combined"],
    [`${"a.".repeat(60)}: x`, "name of the field is too long"],
  ])("%s", (fields, reason) => {
    expect(refusal(ruleOf(`sel:\n    ${fields}\ncondition: sel`))).toContain(reason);
  });
});
