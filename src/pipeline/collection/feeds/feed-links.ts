import { decodeHTML } from "entities";
import { MAX_URL_CHARS } from "../../intake/identity.ts";
import { absoluteUrl } from "./feed-text.ts";

/** A feed that a page links in its head. */
export interface FeedLink {
  url: string;
  title: string | null;
}

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** The head comes first. Anything beyond this is page text. */
const HEAD_CHARS = 256 * 1024;
const TAG = /<(link|base)\b([^<>]{1,4000})>/gi;
const ATTRIBUTE = /([a-z-]{1,20})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const FEED_TYPE = /^application\/(?:rss|atom|rdf)\+xml\b/i;
const MAX_LINKS = 20;
const MAX_TITLE_CHARS = 200;

/**
 * Lists the RSS and Atom feeds that a page links as alternates, in page order.
 * @param url the address of the page, the base of its relative links
 */
export function findFeedLinks(html: string, url: string): FeedLink[] {
  const head = html.slice(0, HEAD_CHARS).replace(COMMENT, "");
  const found = new Map<string, FeedLink>();
  let base = url;
  for (const [, tag = "", text = ""] of head.matchAll(TAG)) {
    const attributes = readAttributes(text);
    const target = absoluteUrl(attributes.get("href") ?? null, base);
    if (target === null || target.length > MAX_URL_CHARS) continue;
    if (tag.toLowerCase() === "base") base = target;
    else if (isFeed(attributes) && !found.has(target) && found.size < MAX_LINKS) {
      found.set(target, { url: target, title: titleOf(attributes) });
    }
  }
  return [...found.values()];
}

function readAttributes(text: string): Map<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(
    ([, name = "", double, single, bare]) =>
      [name.toLowerCase(), decodeHTML(double ?? single ?? bare ?? "")] as const,
  );
  return new Map(pairs);
}

function isFeed(attributes: Map<string, string>): boolean {
  const rel = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
  return rel.includes("alternate") && FEED_TYPE.test((attributes.get("type") ?? "").trim());
}

function titleOf(attributes: Map<string, string>): string | null {
  const title = (attributes.get("title") ?? "").replace(/\s+/gu, " ").trim();
  return title === "" ? null : title.slice(0, MAX_TITLE_CHARS).toWellFormed();
}
