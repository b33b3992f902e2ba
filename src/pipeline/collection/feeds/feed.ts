/** One entry of a feed, in plain text. */
export interface FeedItem {
  /** The feed's identifier: guid, id or rdf:about. */
  guid: string | null;
  /** Absolute URL. */
  url: string | null;
  title: string;
  summary: string;
  /** The full content if the feed contains it, or else the summary. */
  text: string;
  published_at: string | null;
}

export interface Feed {
  title: string | null;
  items: FeedItem[];
  /** Entries beyond the limit, which were not read. */
  left_out: number;
  /** Entries that are unusable because they are broken or their links are too long. */
  broken: number;
}

/** The feed cannot be read. The message completes a sentence about it. */
export class UnreadableFeed extends Error {}
