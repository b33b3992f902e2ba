import { atomFeed, readAtomEntry } from "./atom.ts";
import { cutItems } from "./cut-items.ts";
import { type Feed, type FeedItem, UnreadableFeed } from "./feed.ts";
import { readRssItem, rssChannel } from "./rss.ts";
import { MAX_URL_CHARS } from "../../intake/identity.ts";
import { parseXml, withoutDoctype, type XmlElement } from "./xml-tree.ts";

const MAX_ITEMS = 2_000;
/** Length of the summary that replaces a missing title. */
const TITLE_CHARS = 120;

interface Format {
  describe(root: XmlElement, url: string): { title: string; base: string };
  read(item: XmlElement, base: string): FeedItem;
}

const RSS: Format = { describe: rssChannel, read: readRssItem };
const ATOM: Format = { describe: atomFeed, read: readAtomEntry };

/** Formats by the name of the root element. File names and media types are not reliable. */
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["rss", RSS],
  ["rdf:rdf", RSS],
  ["rdf", RSS],
  ["channel", RSS],
  ["feed", ATOM],
  ["atom:feed", ATOM],
]);

/**
 * Reads RSS 0.9x, 1.0 (RDF) and 2.0, Atom 0.3 and 1.0.
 * @param url the address of the feed, the base of its relative links
 * @throws UnreadableFeed
 */
export function readFeed(text: string, url: string): Feed {
  const { frame, items } = cutItems(withoutDoctype(text.trimStart()));
  const root = parseXml(frame);
  const format = FORMATS.get(root.name.replace(/^ns\d+:/, ""));
  if (format === undefined) {
    throw new UnreadableFeed(
      `is no RSS or Atom feed: its root element is <${root.name.slice(0, 40)}>`,
    );
  }
  const { title, base } = format.describe(root, url);
  const read = items.slice(0, MAX_ITEMS).map((item) => readItem(item, format, base));
  return {
    title: title === "" ? null : title,
    items: read.filter((item) => item !== null),
    left_out: Math.max(0, items.length - MAX_ITEMS),
    broken: read.filter((item) => item === null).length,
  };
}

function readItem(text: string, format: Format, base: string): FeedItem | null {
  try {
    const item = format.read(parseXml(text), base);
    // The link is too long to follow. Without it, the item might be mistaken for another one.
    return (item.url?.length ?? 0) > MAX_URL_CHARS ? null : withTitle(item);
  } catch (error) {
    if (error instanceof UnreadableFeed) return null;
    throw error;
  }
}

/** Titles an untitled item with the beginning of its text, or its address. */
function withTitle(item: FeedItem): FeedItem {
  if (item.title !== "") return item;
  const line = item.summary.replace(/\s+/gu, " ").trim();
  const short = line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS).toWellFormed()}…` : line;
  return { ...item, title: short || item.url || "Untitled item" };
}
