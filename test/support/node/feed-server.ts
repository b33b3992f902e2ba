import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A feed as it is served. */
export interface ServedFeed {
  bytes: Uint8Array;
  headers?: Record<string, string>;
  /** Whether it is named by an ETag and answered with 304 when it has not changed. */
  hasEtag?: boolean;
}

/** Answers in the server's place; true when it did. */
export type FeedFault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server of feeds on loopback. */
export class FeedServer {
  readonly feeds = new Map<string, ServedFeed>();
  /** Paths that were asked for, with the status that was answered. */
  readonly log: string[] = [];
  /** Asked before every answer. */
  fault: FeedFault = () => false;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      response.on("finish", () => this.log.push(`${request.url} ${response.statusCode}`));
      if (!this.fault(request, response)) this.#answer(request, response);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Serves a feed under a name; answers its URL. */
  offer(name: string, feed: ServedFeed): string {
    this.feeds.set(`/${encodeURIComponent(name)}`, feed);
    return `${this.url}/${encodeURIComponent(name)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
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
