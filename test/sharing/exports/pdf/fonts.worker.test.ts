import { describe, expect, it } from "vitest";
import { findFont, guessHanOrder } from "../../../../src/sharing/exports/pdf/fonts/catalogue.ts";
import {
  fontName,
  readCatalogue,
  readFont,
} from "../../../../src/sharing/exports/pdf/fonts/font-files.ts";
import { loadFonts } from "../../../../src/sharing/exports/pdf/fonts/font-set.ts";
import { MARK } from "../../../../src/sharing/exports/pdf/text/clean-text.ts";
import { testServices } from "../../../support/service.ts";

const assets = testServices();

/** A context that notes what is read. */
function watched() {
  const read: string[] = [];
  const readAsset = async (path: string) => {
    read.push(path);
    return await assets.readAsset(path);
  };
  return { read, readAsset };
}

describe("the choice of fonts", () => {
  it.each([
    ["A", "noto-sans-latin"],
    ["ł", "noto-sans-latin-ext"],
    ["Ж", "noto-sans-cyrillic"],
    ["λ", "noto-sans-greek"],
    ["ạ", "noto-sans-vietnamese"],
    ["ह", "noto-sans-devanagari"],
    ["ש", "noto-sans-hebrew-hebrew"],
    ["ض", "noto-sans-arabic-arabic"],
    ["ก", "noto-sans-thai-thai"],
  ])("shows %s by %s, in bold too", async (char, name) => {
    const catalogue = await readCatalogue(assets);
    const codePoint = char.codePointAt(0) ?? 0;
    for (const weight of [400, 700] as const) {
      const key = findFont(catalogue, codePoint, weight, "noto-sans-sc");
      expect(key === null ? null : fontName(key)).toBe(`${name}-${weight}`);
    }
  });

  it.each(["🦝", "\u{103A0}", "\ue000"])("has none for %s", async (char) => {
    const catalogue = await readCatalogue(assets);
    expect(findFont(catalogue, char.codePointAt(0) ?? 0, 400, "noto-sans-sc")).toBeNull();
  });

  it.each([
    ["攻击者通过鱼叉式钓鱼邮件", "noto-sans-sc"],
    ["攻撃者は標的型メールを送信した", "noto-sans-jp"],
    ["공격자는 (攻擊者) 메일을 보내고", "noto-sans-kr"],
    ["攻击者通过鱼叉式钓鱼邮件投递恶意文档のに", "noto-sans-sc"],
    ["plain", "noto-sans-sc"],
  ] as const)("gives the Chinese characters of %s the shapes of %s", async (text, family) => {
    expect(guessHanOrder(text)).toBe(family);
    const catalogue = await readCatalogue(assets);
    expect(findFont(catalogue, 0x653b, 700, family)).toMatchObject({ family, weight: 400 });
  });

  it("reads the files that a text needs and no others", async () => {
    const { read, readAsset } = watched();
    await loadFonts({ readAsset }, ["plain"]);
    expect(read.filter((path) => !/-latin-(400|700)\.ttf$|catalogue/.test(path))).toEqual([]);
    await loadFonts({ readAsset }, ["ἀλήθεια"]);
    const extended = read.filter((path) => path.includes("greek-ext"));
    expect(extended.sort()).toEqual([
      "/fonts/noto-sans-greek-ext-400.ttf",
      "/fonts/noto-sans-greek-ext-700.ttf",
    ]);
    await loadFonts({ readAsset }, ["ἀλήθεια"]);
    expect(read.filter((path) => path.includes("greek-ext"))).toHaveLength(2);
  });

  it("keeps a bounded number of files", async () => {
    const catalogue = await readCatalogue(assets);
    const { read, readAsset } = watched();
    const keys = new Map<string, NonNullable<ReturnType<typeof findFont>>>();
    for (let code = 0x4e00; code < 0xd7a0; code += 1) {
      const key = findFont(catalogue, code, 400, "noto-sans-jp");
      if (key !== null) keys.set(fontName(key), key);
    }
    const all = [...keys.values()];
    let bytes = 0;
    for (const key of all) bytes += (await readFont({ readAsset }, key)).byteLength;
    expect(bytes).toBeGreaterThan(12 * 1024 * 1024);
    const before = read.length;
    for (const key of all.slice(-1)) await readFont({ readAsset }, key);
    expect(read).toHaveLength(before);
    for (const key of all.slice(0, 1)) await readFont({ readAsset }, key);
    expect(read).toHaveLength(before + 1);
  });
});

describe("fitting clusters to fonts", () => {
  const fit = async (cluster: string) => {
    const fonts = await loadFonts(assets, [cluster]);
    return fonts.fit(cluster, 400).map(({ text }) => text);
  };

  it.each([
    ["a", ["a"]],
    ["👨‍👩‍👧", [MARK]],
    ["🇺🇦", [MARK]],
    ["1️⃣", ["1", MARK]],
    ["é", ["é"]],
    ["\u200B", []],
    ["ผู้", ["ผู้"]],
    ["क्षि", ["क्षि"]],
  ])("%s", async (cluster, expected) => {
    expect(await fit(cluster)).toEqual(expected);
  });
});
