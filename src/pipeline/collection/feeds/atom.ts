import type { FeedItem } from "./feed.ts";
import { absoluteUrl, bodyText, feedDate, titleText } from "./feed-text.ts";
import type { XmlElement } from "./xml-tree.ts";

const both = (...names: string[]) => names.flatMap((name) => [name, `atom:${name}`, `ns0:${name}`]);

/** Returns the title of an Atom feed, and the base address of its relative links. */
export function atomFeed(root: XmlElement, url: string): { title: string; base: string } {
  const base = absoluteUrl(root.attribute("xml:base"), url) ?? url;
  return { title: textOf(root.child(...both("title")), titleText), base };
}

/** Reads an Atom `entry` (RFC 4287). Atom 0.3 has `issued` and `modified` instead of the dates of 1.0. */
export function readAtomEntry(entry: XmlElement, feedBase: string): FeedItem {
  const base = absoluteUrl(entry.attribute("xml:base"), feedBase) ?? feedBase;
  const id = entry.child(...both("id"))?.text.trim() ?? "";
  const summary = textOf(entry.child(...both("summary"), "media:description"), bodyText);
  const content = textOf(entry.child(...both("content")), bodyText);
  const date = entry.child(...both("published", "issued", "updated", "modified"), "dc:date");
  return {
    guid: id === "" ? null : id,
    url: linkOf(entry, base) ?? (/^https?:/i.test(id) ? absoluteUrl(id, base) : null),
    title: textOf(entry.child(...both("title"), "media:title"), titleText),
    summary: summary === "" ? content : summary,
    text: content.length > summary.length ? content : summary,
    published_at: feedDate(date?.text ?? null),
  };
}

/** Reads a text construct: `xhtml` is markup, `text` is literal, anything else is HTML. */
function textOf(element: XmlElement | null, read: (html: string) => string): string {
  if (element === null) return "";
  const type = (element.attribute("type") ?? "").toLowerCase();
  const isMarkup = type === "xhtml" || type.endsWith("+xml") || element.attribute("mode") === "xml";
  if (isMarkup && element.child("div", "xhtml:div") !== null) {
    const { markup } = element;
    return read === titleText ? markup.replace(/\s+/gu, " ") : markup;
  }
  if (type === "text" || type === "text/plain") return element.text.trim();
  // Many feeds omit the type although the text is HTML.
  return read(element.text);
}

function linkOf(entry: XmlElement, base: string): string | null {
  const links = entry.children(...both("link"));
  const relOf = (link: XmlElement) => link.attribute("rel") ?? "alternate";
  const alternates = links.filter((link) => relOf(link) === "alternate");
  const html = alternates.find((link) => (link.attribute("type") ?? "text/html").includes("html"));
  const original = entry.child("feedburner:origlink")?.text ?? null;
  const chosen = html ?? alternates[0] ?? links.find((link) => relOf(link) === "related");
  return absoluteUrl(original, base) ?? absoluteUrl(chosen?.attribute("href") ?? null, base);
}
