import { describe, expect, it } from "vitest";
import { cutItems } from "../../../../src/pipeline/collection/feeds/cut-items.ts";

describe("the items of a feed", () => {
  it("are cut out with their tags, and what is around them stays", () => {
    const { frame, items } = cutItems("<rss><item>a</item>\n<item>b</item ></rss>");
    expect(items).toEqual(["<item>a</item>", "<item>b</item >"]);
    expect(frame).toBe("<rss>\n</rss>");
  });

  it("lose nobody behind a closing tag that lacks its end", () => {
    const { frame, items } = cutItems("<rss><item>a</item <item>b</item></rss>");
    expect(items).toEqual(["<item>a</item ", "<item>b</item>"]);
    expect(frame).toBe("<rss></rss>");
  });

  it("end with the feed where it breaks off inside a closing tag", () => {
    expect(cutItems("<rss><item>a</item ").items).toEqual(["<item>a</item "]);
  });
});
