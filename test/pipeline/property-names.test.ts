import { describe, expect, it } from "vitest";
import { readFeed } from "../../src/pipeline/collection/feeds/read-feed.ts";
import { kindOf } from "../../src/detection/catalogue/starts.ts";
import { readRules } from "../../src/detection/import/read-rules.ts";
import { kindsOf } from "../../src/pipeline/observables/warning-lists/vocabulary.ts";

/** Names that every object of JavaScript knows. */
const NAMES = ["constructor", "__proto__", "prototype", "hasOwnProperty", "toString", "valueOf"];

const feed = (name: string) =>
  `<?xml version="1.0"?>
<rss version="2.0" ${name}="a">
  <channel ${name}="b">
    <title>Reports</title>
    <${name}>x</${name}>
    <item ${name}="c">
      <title ${name}="d">New loader</title>
      <link>https://blog.example/loader</link>
      <${name} ${name}="e"><b>y</b></${name}>
      <${name}/>
      <description>It runs.</description>
    </item>
  </channel>
</rss>`;

describe.each(NAMES)("the name %s", (name) => {
  it("is one of an element and of an attribute like any other", () => {
    const { items } = readFeed(feed(name), "https://blog.example/feed");
    expect(items).toMatchObject([
      { title: "New loader", url: "https://blog.example/loader", text: "It runs." },
    ]);
    expect(items).toEqual(readFeed(feed("another"), "https://blog.example/feed").items);
  });

  it("is no language of a rule's file, no type of an attribute and no tactic", () => {
    const [read] = readRules(`a.${name}`, new TextEncoder().encode("a | b"), new Set());
    expect(read).toMatchObject({ path: `a.${name}` });
    expect(read).not.toHaveProperty("language");
    expect(kindsOf([name])).toEqual([]);
    expect(kindOf("T9999", [name])).toBe("process");
  });
});
