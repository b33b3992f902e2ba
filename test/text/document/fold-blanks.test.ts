import { expect, it } from "vitest";
import { foldBlanks } from "../../../src/text/document/fold-blanks.ts";

it.each([
  ["They ran it.", "They ran it."],
  ["They  ran\tit\r\n there \n.", "They ran it there ."],
  ["\n a\u00A0b\u3000 c ", " a b c "],
  ["", ""],
])("folds the white space of %j", (text, folded) => {
  expect(foldBlanks(text)).toBe(folded);
  expect(foldBlanks(text)).toBe(text.replace(/\s+/gu, " "));
});
