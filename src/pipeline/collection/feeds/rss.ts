import type { FeedItem } from "./feed.ts";
import { absoluteUrl, bodyText, feedDate, titleText } from "./feed-text.ts";
import type { XmlElement } from "./xml-tree.ts";

/** Returns the title of an RSS channel, and the base address of its relative links. */
export function rssChannel(root: XmlElement, url: string): { title: string; base: string } {
  const channel = root.child("channel", "rss:channel");
  const link = channel?.children("link", "rss:link").find(({ text }) => text.trim() !== "");
  const base = root.attribute("xml:base") ?? channel?.attribute("xml:base") ?? link?.text ?? null;
  return {
    title: titleText(channel?.child("title", "rss:title")?.text ?? ""),
    base: absoluteUrl(base, url) ?? url,
  };
}

/** Reads an `item` of any RSS version. */
export function readRssItem(item: XmlElement, base: string): FeedItem {
  const text = (...names: string[]) => item.child(...names)?.text.trim() ?? "";
  const guid = text("guid") || item.attribute("rdf:about") || "";
  const summary = bodyText(text("description", "rss:description", "summary", "itunes:summary"));
  const content = bodyText(text("content:encoded", "xhtml:body", "fulltext", "body"));
  return {
    guid: guid === "" ? null : guid,
    url: linkOf(item, base),
    title: titleText(text("title", "rss:title", "dc:title", "media:title")),
    summary: summary === "" ? content : summary,
    text: content.length > summary.length ? content : summary,
    published_at: feedDate(text("pubdate", "dc:date", "dcterms:issued", "date", "atom:updated")),
  };
}

function linkOf(item: XmlElement, base: string): string | null {
  const atom = item.children("atom:link").find((link) => link.attribute("rel") !== "self");
  const guid = item.child("guid");
  const isPermalink = guid !== null && guid.attribute("isPermaLink") !== "false";
  const candidates = [
    item.child("feedburner:origlink")?.text,
    ...item.children("link", "rss:link").map(({ text }) => text),
    atom?.attribute("href"),
    item.attribute("rdf:about"),
    isPermalink && /^https?:/i.test(guid.text.trim()) ? guid.text : null,
  ];
  const found = candidates.find((link) => (link ?? "").trim() !== "");
  return absoluteUrl(found ?? null, item.attribute("xml:base") ?? base);
}
