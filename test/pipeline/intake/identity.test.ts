import { describe, expect, it } from "vitest";
import { canonicalUrl, isGenericName, titleKey } from "../../../src/pipeline/intake/identity.ts";

describe("what makes reports the same", () => {
  it.each([
    ["https://Blog.Example.com:443/Story/?utm_source=x&id=7#top", "blog.example.com/Story?id=7"],
    ["http://blog.example.com/Story?id=7&fbclid=1", "blog.example.com/Story?id=7"],
    ["https://blog.example.com", "blog.example.com"],
    ["https://blog.example.com:8443/", "blog.example.com:8443"],
    ["https://b.example.com/a?q=a%20b&utm_source=rss", "b.example.com/a?q=a%20b"],
    ["https://b.example.com/a?p&fbclid=1", "b.example.com/a?p"],
    ["https://b.example.com/%c3%a9?rss=alerts", "b.example.com/%C3%A9?rss=alerts"],
    ["ftp://blog.example.com/x", null],
    ["no url", null],
  ])("of the URL %s is %s", (url, key) => {
    expect(canonicalUrl(url)).toBe(key);
  });

  it.each([
    ["  Some   Long\tTitle ", "some long title"],
    ["ＦＵＬＬＷＩＤＴＨ ＴＩＴＬＥ", "fullwidth title"],
    ["Отчёт об атаке", "отчёт об атаке"],
    ["Straße nach Nirgendwo", "strasse nach nirgendwo"],
    // The specification knows no title that is too short or too general to decide a duplicate.
    ["Indicator", "indicator"],
    ["Short one", "short one"],
    ["Threat Advisory", "threat advisory"],
    ["\u200B ", null],
  ])("of the title %s is %s", (title, key) => {
    expect(titleKey(title)).toBe(key);
  });
});

describe("parameters that only track", () => {
  it.each(["utm_source", "UTM_x", "gclid", "fbclid", "mc_cid", "pk_kwd", "mtm_campaign", "_hsEnc"])(
    "such as %s are left out",
    (name) => {
      expect(canonicalUrl(`https://b.example.com/a?${name}=1&id=2`)).toBe("b.example.com/a?id=2");
    },
  );

  it.each(["utm", "clid", "ref", "xgclid", "gclid2", "pk_id"])("do not include %s", (name) => {
    expect(canonicalUrl(`https://b.example.com/a?${name}=1`)).toBe(`b.example.com/a?${name}=1`);
  });
});

describe("names of objects", () => {
  it.each([
    ["Indicators of Compromise", true],
    ["MISP  Event", true],
    ["\u200B", true],
    ["Indicators of Compromise of Turla", false],
  ])("such as %s say nothing: %s", (name, isGeneric) => {
    expect(isGenericName(name)).toBe(isGeneric);
  });
});
