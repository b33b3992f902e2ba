/** One entry of a feed, in plain text. */
export interface FeedItem {
  /** What the feed calls it: guid, id or rdf:about. */
  guid: string | null;
  /** Absolute. */
  url: string | null;
  title: string;
  summary: string;
  /** The whole content where the feed carries it, else the summary. */
  text: string;
  published_at: string | null;
}

export interface Feed {
  title: string | null;
  items: FeedItem[];
  /** Entries beyond the limit, which were not read. */
  left_out: number;
  /** Entries that are so broken, or whose links are so long, that they are of no use. */
  broken: number;
}

/** The feed cannot be read; the message is the end of a sentence about it. */
export class UnreadableFeed extends Error {}
