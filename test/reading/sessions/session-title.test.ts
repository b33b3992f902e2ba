import { expect, it } from "vitest";
import { firstTitle, titleOf } from "../../../src/reading/sessions/session-title.ts";
import type { Block } from "../../../src/text/document/document.ts";

/** A text of headings, by the level of each, and paragraphs, which have none. */
function outlineOf(...parts: [text: string, level?: number][]) {
  const blocks: Block[] = [];
  let text = "";
  for (const [words, level] of parts) {
    const place = { start: text.length, end: text.length + words.length };
    blocks.push({
      ...place,
      source: "format",
      ...(level === undefined ? { kind: "paragraph" } : { kind: "heading", level }),
    });
    text += `${words}\n\n`;
  }
  return { text, blocks };
}

it("takes a heading whole, however many lines it is printed on", () => {
  const outline = outlineOf(["The parcel\ncampaign\nof spring", 1], ["It began in May."]);
  expect(firstTitle(outline)).toBe("The parcel campaign of spring");
});

it.each([
  "JOINT\nCYBERSECURITY\nADVISORY",
  "Threat report",
  "White paper",
  "Malware Analysis Report",
])("passes over what names a mere kind of document: %j", (kind) => {
  const outline = outlineOf([kind, 1], ["Wipers at a port", 2], ["It began in May."]);
  expect(firstTitle(outline)).toBe("Wipers at a port");
  expect(firstTitle(outlineOf([kind, 1]))).toBe(kind.replaceAll("\n", " "));
});

it.each([
  ["title: Wipers at a port\nIt began in May.", "Wipers at a port"],
  ["TLP:CLEAR\nWipers at a port", "Wipers at a port"],
  ["12345\n\n--", null],
])("takes the first line that says something of %j", (text, title) => {
  expect(firstTitle(outlineOf([text]))).toBe(title);
});

it("calls a report by its name, else its title, else its file", () => {
  const session = { id: "01a21ff1-2a09-77f3-ae7f-fc1c93c431f9", name: null, title: null };
  expect(titleOf({ ...session, filename: null })).toBe("Analysis fc1c93c431f9");
  expect(titleOf({ ...session, filename: "r.pdf" })).toBe("r.pdf");
  expect(titleOf({ ...session, filename: "r.pdf", title: "Wipers" })).toBe("Wipers");
  expect(titleOf({ ...session, filename: "r.pdf", title: "Wipers", name: "Mine" })).toBe("Mine");
});
