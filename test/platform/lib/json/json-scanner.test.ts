import { describe, expect, it } from "vitest";
import {
  CLOSER,
  COLON,
  COMMA,
  indexOfKind,
  JsonScanner,
  OPENER,
  OTHER,
  QUOTE,
  STRING_END,
} from "../../../../src/platform/lib/json/json-scanner.ts";

const EVERYTHING = QUOTE | COMMA | COLON | OPENER | CLOSER | OTHER | STRING_END;
const OUTLINE = COMMA | OPENER | CLOSER;

/** The characters that a scanner stops at, of text that comes in chunks of some bytes. */
function stopsIn(text: string, stops: number, size: number): string {
  const bytes = new TextEncoder().encode(text);
  const scanner = new JsonScanner();
  let found = "";
  for (let from = 0; from < bytes.length; from += size) {
    const chunk = bytes.subarray(from, from + size);
    let i = scanner.next(chunk, 0, stops);
    while (i < chunk.length) {
      found += String.fromCharCode(chunk[i] ?? 0);
      i = scanner.next(chunk, i + 1, stops);
    }
  }
  return found;
}

describe("JsonScanner", () => {
  it.each<[what: string, text: string, outline: string, everything: string]>([
    ["brackets and commas", '{"a":[1,2],"b":{}}', "{[,],{}}", '{"":[1,2],"":{}}'],
    ["brackets in strings", '["}{][,:",1]', "[,]", '["",1]'],
    ["escaped quotes", String.raw`["\"]\"",1]`, "[,]", '["",1]'],
    ["escaped backslashes", String.raw`["\\","\\\"]"]`, "[,]", '["",""]'],
    ["characters beyond ASCII", '["漢,]😀",1]', "[,]", '["",1]'],
    ["blanks and a byte order mark", '\uFEFF[ 1,\n\t"a" ]\r\n', "[,]", '[1,""]'],
    ["a string that does not end", '[1,"a],', "[,", '[1,"'],
    ["nothing", "", "", ""],
  ])("finds %s, in chunks of any size", (_, text, outline, everything) => {
    for (const size of [1, 2, 3, 5, 1000]) {
      expect(stopsIn(text, OUTLINE, size)).toBe(outline);
      expect(stopsIn(text, EVERYTHING, size)).toBe(everything);
    }
  });

  it("remembers over an empty chunk that a backslash came last", () => {
    const scanner = new JsonScanner();
    const utf8 = (text: string) => new TextEncoder().encode(text);
    expect(scanner.next(utf8('"a\\'), 0, OUTLINE)).toBe(3);
    expect(scanner.next(new Uint8Array(), 0, OUTLINE)).toBe(0);
    expect(scanner.next(utf8('"],"]'), 0, OUTLINE)).toBe(4);
  });
});

it("indexOfKind takes a quote for any other byte", () => {
  const bytes = new TextEncoder().encode('tr"u,e');
  expect(indexOfKind(bytes, 0, COMMA)).toBe(4);
  expect(indexOfKind(bytes, 5, COMMA)).toBe(6);
});
