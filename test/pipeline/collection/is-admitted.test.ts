import { describe, expect, it } from "vitest";
import { isAdmitted } from "../../../src/pipeline/collection/kinds/is-admitted.ts";

const item = { title: "RANSOMWARE hits Zürich", text: "A webinar on it follows." };

describe("the keywords of a source", () => {
  it.each<[include: string[], exclude: string[], isAdmitted: boolean]>([
    [[], [], true],
    [["ransomware"], [], true],
    [["ZÜRICH", "nothing of it"], [], true],
    [["phishing"], [], false],
    [[], ["Webinar"], false],
    [[], ["phishing"], true],
    [["ransomware"], ["webinar"], false],
  ])("%j without %j", (include, exclude, expected) => {
    expect(isAdmitted({ include, exclude }, item)).toBe(expected);
  });
});
