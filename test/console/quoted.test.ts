import { expect, it } from "vitest";
import { quoted } from "../../src/console/parts/quoted.ts";

it.each([
  ["▪ The actor used RDP.", "The actor used RDP."],
  ["• \n The actor\nused RDP.", "The actor used RDP."],
  ["o Though phishing remains common", "Though phishing remains common"],
  ["– Valid accounts", "Valid accounts"],
])("leaves out the sign of a list item: %j", (passage, expected) => {
  expect(quoted(passage)).toBe(expected);
});

it.each(["o outro lado", "-enc AAAA", "*.exe was run", "Of the actors"])(
  "keeps what is no sign: %s",
  (passage) => {
    expect(quoted(passage)).toBe(passage);
  },
);
