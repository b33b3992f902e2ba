import { expect, it } from "vitest";
import { defang } from "../../src/console/pages/observables/shown/defang.ts";
import { markValue } from "../../src/console/pages/observables/value/mark-value.ts";
import { normaliseObservable } from "../../src/pipeline/observables/normalise.ts";
import type { ObservableKind } from "../../src/pipeline/observables/vocabulary.ts";

const VALUES: readonly (readonly [ObservableKind, string, string])[] = [
  ["ipv4", "77.88.1.5", "77.88.1[.]5"],
  ["ipv6", "2a0b:1234::7", "2a0b:1234:[:]7"],
  ["domain", "login.evil.xyz", "login.evil[.]xyz"],
  ["email", "the.boss@mail.evil.xyz", "the.boss[@]mail.evil[.]xyz"],
  ["url", "https://www.evil.xyz/a.php?b=1.2", "hxxps://www.evil[.]xyz/a.php?b=1.2"],
  ["url", "http://77.88.1.5:8080/x", "hxxp://77.88.1[.]5:8080/x"],
  ["domain", "xn--e1awd7f.xn--p1ai", "xn--e1awd7f[.]xn--p1ai"],
];

it.each(VALUES)("a defanged %s %s is %s, which the service reads back", (kind, value, defanged) => {
  expect(defang(kind, value)).toBe(defanged);
  expect(normaliseObservable(kind, defanged)?.normalized_value).toBe(value);
});

it("what leads nowhere stays, but for links within it", () => {
  expect(defang("file_path", String.raw`C:\a.b\c.exe`)).toBe(String.raw`C:\a.b\c.exe`);
  expect(defang("user_agent", "Bot/1.0 (+https://a.xyz)")).toBe("Bot/1.0 (+hxxps://a.xyz)");
});

const marked = (sentence: string, kind: string, value: string) =>
  markValue(sentence, { kind, value }, true).map(({ text, isValue }) =>
    isValue ? `<${text}>` : text,
  );

it("a value is marked in its sentence however it is written there", () => {
  expect(marked("It asks Evil[.]XYZ, then evil.xyz.", "domain", "evil.xyz")).toEqual([
    "It asks ",
    "<Evil[.]XYZ>",
    ", then ",
    "<evil[.]xyz>",
    ".",
  ]);
  expect(marked("见 hxxps://evil(dot)xyz/a 。", "url", "https://evil.xyz/a")).toEqual([
    "见 ",
    "<hxxps://evil(dot)xyz/a>",
    " 。",
  ]);
  const broken = "SHA-1: 0123456789abcdef0123\n456789abcdef01234567";
  expect(marked(broken, "sha1", "0123456789abcdef0123456789abcdef01234567")).toEqual([
    "SHA-1: ",
    "<0123456789abcdef0123\n456789abcdef01234567>",
  ]);
  expect(marked("Nothing here", "domain", "evil.xyz")).toEqual(["Nothing here"]);
  expect(marked("", "mutex", "[]")).toEqual([]);
  expect(marked("İİ a.b.xyz", "domain", "a.b.xyz")).toEqual(["İİ ", "<a.b[.]xyz>"]);
});
