import { describe, expect, it } from "vitest";
import { findOccurrences } from "../../../../src/pipeline/observables/extract/find-occurrences.ts";
import type { Block } from "../../../../src/text/document/document.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";

const SHA256 = "36b0d29532c1af1af2090d140ebcff4f53b5e7e7b30ca91118d3df256b2cf95e";
const MD5 = "93805d378fdbbbb21b24287cf3e22d82";
const [HALF, REST] = [SHA256.slice(0, 32), SHA256.slice(32)];
const [FORTY, END] = [SHA256.slice(0, 40), SHA256.slice(40)];

const valuesIn = (text: string, blocks: readonly Block[] = []) =>
  findOccurrences(outlineText(text, blocks)).map(({ kind, normalized_value }) => [
    kind,
    normalized_value,
  ]);

describe("a hash that is broken", () => {
  it.each([
    ["with its rest set in", `SHA-256: ${FORTY}\n                    ${END}`],
    ["with its rest behind tabs", `SHA-256:\t${FORTY}\n\t\t${END}`],
    ["into halves below its label", `SHA256\n\n${HALF}\n${REST}`],
    ["into halves beside its label", `SHA256: ${HALF}\n        ${REST}`],
    ["into two paragraphs", `SHA256: ${HALF}\n\n${REST}`],
    ["by a space behind a label without a colon", `SHA256 ${FORTY} ${END}`],
    ["by a form feed", `SHA-256: ${FORTY}\n\n\f\n${END}`],
    ["by the number of a page", `SHA-256: ${FORTY}\n\nPage 3 of 9\n\n${END}`],
    ["into halves by the number of a page", `SHA-256: ${HALF}\nPage 3 of 9\n${REST}`],
  ])("is whole: %s", (_, text) => {
    expect(valuesIn(text)).toEqual([["sha256", SHA256]]);
  });

  it("is whole over the head of a page that its format knows", () => {
    const head = "Quarry Labs, confidential. Report 7 on the harbour intrusions, written in May";
    const text = `SHA-256: ${FORTY}\n\n${head}\n\n${END}`;
    const start = text.indexOf(head);
    const block: Block = { kind: "furniture", start, end: start + head.length, source: "format" };
    expect(valuesIn(text, [block])).toEqual([["sha256", SHA256]]);
  });

  it.each([
    `SHA256: ${FORTY}`,
    `SHA256: ${HALF}`,
    `| SHA256 | ${FORTY} |`,
    `Name\tSHA256\nagent\t${FORTY}`,
  ])("is no hash of another kind where its rest is not there: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    [`MD5/SHA256\n${MD5}\n${SHA256}`, ["md5", "sha256"]],
    [`MD5: ${MD5}\n\nSHA256: ${SHA256}`, ["md5", "sha256"]],
    [`MD5: ${SHA256}`, ["sha256"]],
    [`Hash: ${FORTY}`, ["sha1"]],
  ])("is none where its label names its length, or several: %j", (text, kinds) => {
    expect(valuesIn(text).map(([kind]) => kind)).toEqual(kinds);
  });
});

describe("hashes of something else than a file", () => {
  it.each([
    `Rich header hash: ${MD5}`,
    `Rich Header MD5: ${MD5}`,
    `The Rich header has the MD5 ${MD5}.`,
    `RichPV: ${MD5}`,
    `Authentihash: ${FORTY}`,
    `Authentihash (MD5): ${MD5}`,
    `Authenticode SHA-1 ${FORTY}`,
    `Imphash: ${FORTY}`,
  ])("are none of a file: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it("has the kind of its label", () => {
    expect(valuesIn(`Authentihash: ${SHA256}`)).toEqual([["authentihash", SHA256]]);
  });
});

describe("a URL that a cell broke", () => {
  it.each([
    "https://orbit-sync.top/panel/gate\nway.php?id=12\t2024",
    "https://orbit-sync.top/panel/gate\nway.php?id=12",
    "C2 URL\thttps://orbit-sync.top/panel/gate\nway.php?id=12\tactive",
  ])("is whole, and less sure: %j", (text) => {
    const [url] = findOccurrences(outlineText(text));
    expect(url).toMatchObject({
      kind: "url",
      value: "https://orbit-sync.top/panel/gateway.php?id=12",
      joined: true,
    });
  });

  it.each([
    "https://orbit-sync.top/gate\ngrove-sync.top/gate",
    "https://orbit-sync.top/gate\nhttps://grove-sync.top/gate",
    "See https://orbit-sync.top/gate\nand/or the report.",
  ])("is not what comes next: %j", (text) => {
    expect(valuesIn(text)).toContainEqual(["url", "https://orbit-sync.top/gate"]);
  });
});

describe("names that look like others", () => {
  it.each([
    ["The source files loader.cc and loader.h were there.", "file_name"],
    ["The file loader.cc was found on the server.", "file_name"],
    ["It left the path to loader.cc in the binary.", "file_name"],
    ["It beacons to loader.cc every hour.", "domain"],
    ["The files come from loader[.]cc.", "domain"],
  ])("%j", (text, kind) => {
    expect(valuesIn(text)).toContainEqual([kind, "loader.cc"]);
  });

  it("has no address in a longer row of numbers", () => {
    expect(valuesIn("It looks for .18.12.15.14 in its own file.")).toEqual([]);
    expect(valuesIn("It connects to 18.12.15.14.")).toEqual([["ipv4", "18.12.15.14"]]);
  });
});

describe("what Markdown escapes", () => {
  const cases: [written: string, kind: string, value: string][] = [
    ["my\\_tool\\_1.exe", "file_name", "my_tool_1.exe"],
    ["/tmp/my\\_file", "file_path", "/tmp/my_file"],
    ["C:\\\\Users\\\\Public\\\\my\\_file.exe", "file_path", "c:\\users\\public\\my_file.exe"],
    ["https://orbit-sync.top/a\\_b/c.php?x\\_y=1", "url", "https://orbit-sync.top/a_b/c.php?x_y=1"],
    ["orbit\\-sync\\.top", "domain", "orbit-sync.top"],
    ["orbit-sync\\[.\\]top", "domain", "orbit-sync.top"],
    ["a\\_b@orbit-sync.top", "email", "a_b@orbit-sync.top"],
  ];
  it.each(cases)("is read as what it stands for: %s", (written, kind, value) => {
    const text = `It is ${written} here.`;
    const found = findOccurrences(outlineText(text)).find((one) => one.kind === kind);
    expect(found?.normalized_value).toBe(value);
    expect(text.slice(found?.start, found?.end)).toBe(written);
  });

  it("leaves folders alone whose names begin with such a sign", () => {
    const path = "C:\\Windows\\_temp\\_a.exe";
    expect(valuesIn(`It is ${path} here.`)).toContainEqual(["file_path", path.toLowerCase()]);
  });

  it("reads a path as the text around it is written", () => {
    const text = "It drops my\\_tool.exe to C:\\Users\\my\\_tool.exe and runs it.";
    expect(valuesIn(text)).toContainEqual(["file_path", "c:\\users\\my_tool.exe"]);
  });
});
