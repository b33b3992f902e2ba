import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { indexOf, pathOf } from "../upstream.ts";

export interface OfferedBundle {
  domain: string;
  version: string;
  modified?: string;
  bytes: () => Uint8Array;
}

/** Answers a request in upstream's place; true when it did. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A stand-in for attack-stix-data on loopback: index and bundles with ETags and ranges, as GitHub serves them. */
export class Upstream {
  /** `GET /path`, with the range that was asked for and the status that was answered. */
  readonly log: string[] = [];
  /** Asked before every answer. */
  fault: Fault = () => false;
  offered: OfferedBundle[];
  /** A server that knows no ranges and names no version of what it sends. */
  plain = false;
  readonly #server: Server;

  constructor(offered: OfferedBundle[]) {
    this.offered = offered;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get indexUrl(): string {
    return `${this.url}/master/index.json`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** What was asked for since the last call. */
  takeLog(): string[] {
    return this.log.splice(0);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    response.on("finish", () => {
      const range = request.headers.range === undefined ? "" : ` ${request.headers.range}`;
      this.log.push(`${path}${range} ${response.statusCode}`);
    });
    if (this.fault(request, response)) return;
    const bytes = this.bytesOf(path);
    if (bytes === null) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("404: Not Found");
      return;
    }
    this.serve(request, response, bytes);
  }

  /** The file at a path, or null. */
  bytesOf(path: string): Uint8Array | null {
    if (path === "/master/index.json")
      return new TextEncoder().encode(JSON.stringify(this.index()));
    const bundle = this.offered.find((entry) => path === `/master/${pathOf(entry)}`);
    return bundle?.bytes() ?? null;
  }

  /** The index, its addresses relative to itself. */
  index(): object {
    return indexOf(this.offered);
  }

  /** Serves bytes with ETag, conditions and ranges. */
  serve(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array): void {
    if (this.plain) {
      response.end(bytes);
      return;
    }
    const etag = etagOf(bytes);
    const headers = { ETag: etag, "Accept-Ranges": "bytes", "Content-Type": "text/plain" };
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1];
    const ifRange = request.headers["if-range"];
    if (from === undefined || (ifRange !== undefined && ifRange !== etag)) {
      response.writeHead(200, { ...headers, "Content-Length": bytes.length }).end(bytes);
      return;
    }
    const start = Number(from);
    if (start >= bytes.length) {
      response.writeHead(416, { "Content-Range": `bytes */${bytes.length}` }).end();
      return;
    }
    const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
    const part = bytes.subarray(start);
    response
      .writeHead(206, { ...headers, "Content-Range": range, "Content-Length": part.length })
      .end(part);
  }
}

export function etagOf(bytes: Uint8Array): string {
  return `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;
}
