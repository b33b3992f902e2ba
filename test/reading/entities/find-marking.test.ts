import { describe, expect, it } from "vitest";
import { findMarking } from "../../../src/reading/entities/find-marking.ts";

describe("the marking that a text prints", () => {
  it.each([
    ["TLP:CLEAR", "clear"],
    ["tlp: amber", "amber"],
    ["TLP:AMBER+STRICT", "amber+strict"],
    ["TLP: AMBER + STRICT", "amber+strict"],
    ["TLP:WHITE, of version 1", "clear"],
    ["TLP：RED", "red"],
    ["TLP Green", "green"],
    ["TLP:GREEN … TLP:RED is for few … TLP:GREEN", "green"],
    ["TLP:RED and TLP:GREEN", "red"],
  ])("%j -> %s", (text, marking) => {
    expect(findMarking(text)).toMatchObject({ marking });
  });

  it.each(["HTLP:RED", "TLP:REDDISH", "TLP", "the red team", "TLP:PURPLE"])(
    "is none in %j",
    (text) => {
      expect(findMarking(text)).toBeNull();
    },
  );

  it("says where it stands", () => {
    expect(findMarking("x TLP:RED")).toEqual({
      marking: "red",
      count: 1,
      mentions: [{ text: "TLP:RED", start: 2, end: 9 }],
    });
  });
});
