import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FaultyServer } from "./faulty-server.ts";

/** A feed as it is served. */
export interface ServedFeed {
  bytes: Uint8Array;
  headers?: Record<string, string>;
  /** Whether it is named by an ETag and answered with 304 when it has not changed. */
  hasEtag?: boolean;
}

/** A server of feeds on loopback. */
export class FeedServer extends FaultyServer {
  readonly feeds = new Map<string, ServedFeed>();

  constructor() {
    super((request, response) => this.#answer(request, response));
  }

  /** Serves a feed under a name; answers its URL. */
  offer(name: string, feed: ServedFeed): string {
    this.feeds.set(`/${encodeURIComponent(name)}`, feed);
    return `${this.url}/${encodeURIComponent(name)}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const feed = this.feeds.get(request.url ?? "");
    if (feed === undefined) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${createHash("sha256").update(feed.bytes).digest("hex").slice(0, 16)}"`;
    const headers = { ...feed.headers, ...(feed.hasEtag === true && { ETag: etag }) };
    const isKnown = feed.hasEtag === true && request.headers["if-none-match"] === etag;
    if (isKnown) response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(feed.bytes);
  }
}
