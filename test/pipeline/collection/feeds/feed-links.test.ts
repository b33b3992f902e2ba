import { describe, expect, it } from "vitest";
import { findFeedLinks } from "../../../../src/pipeline/collection/feeds/feed-links.ts";
import { usualFeedUrls } from "../../../../src/pipeline/collection/kinds/rss/usual-feed-urls.ts";

const PAGE = "https://blog.unit.example/posts/";
const urlsOf = (html: string) => findFeedLinks(html, PAGE).map(({ url }) => url);

describe("the feeds that a page links", () => {
  it("are its alternates of a feed's type, with absolute addresses and titles", () => {
    const html = `<html><head>
      <link rel="stylesheet" href="/style.css" type="text/css">
      <link rel="alternate" hreflang="de" href="/de/">
      <LINK REL='Alternate home' TYPE='application/rss+xml; charset=utf-8' HREF='/feed?a=1&amp;b=2' title='All  posts'>
      <link href=comments/atom.xml type=application/atom+xml rel=alternate></head>`;
    expect(findFeedLinks(html, PAGE)).toEqual([
      { url: "https://blog.unit.example/feed?a=1&b=2", title: "All posts" },
      { url: "https://blog.unit.example/posts/comments/atom.xml", title: null },
    ]);
  });

  it("start from the page's base, and are listed once", () => {
    const link = `<link rel="alternate" type="application/rss+xml" href="rss">`;
    const html = `<base href="https://cdn.unit.example/site/">${link}${link}`;
    expect(urlsOf(html)).toEqual(["https://cdn.unit.example/site/rss"]);
  });

  it("are not those in comments, nor addresses that are not http or https", () => {
    const linkTo = (href: string) =>
      `<link rel="alternate" type="application/atom+xml" href="${href}">`;
    expect(urlsOf(`<!-- ${linkTo("/old")} --><p>${linkTo("javascript:alert(1)")}`)).toEqual([]);
    expect(urlsOf(linkTo("file:///etc/passwd") + linkTo("https://["))).toEqual([]);
  });

  it("are at most 20, and read in linear time", () => {
    const many = Array.from(
      { length: 100 },
      (_, n) => `<link rel="alternate" type="application/rss+xml" href="/${n}">`,
    );
    expect(urlsOf(many.join(""))).toHaveLength(20);
    expect(urlsOf("<link a= ".repeat(100_000))).toEqual([]);
    expect(urlsOf(`<link ${'a="'.repeat(1_000)}>`.repeat(500))).toEqual([]);
  });
});

describe("the usual addresses of a feed", () => {
  it("are below the page's folder first, then below the host", () => {
    const urls = usualFeedUrls("https://unit.example/blog/2026.html?page=2#top");
    expect(urls.slice(0, 3)).toEqual([
      "https://unit.example/blog/feed/",
      "https://unit.example/blog/index.xml",
      "https://unit.example/feed/",
    ]);
    expect(urls).toContain("https://unit.example/atom.xml");
  });

  it("are listed once, without the page itself", () => {
    const urls = usualFeedUrls("https://unit.example/feed.xml");
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls).not.toContain("https://unit.example/feed.xml");
    expect(usualFeedUrls("https://unit.example/blog")[0]).toBe("https://unit.example/blog/feed/");
  });
});
