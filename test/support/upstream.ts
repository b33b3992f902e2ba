import { COLLECTION_IDS } from "./bundles.ts";

export interface OfferedBundle {
  domain: string;
  version: string;
  modified?: string;
  bytes: () => Uint8Array<ArrayBuffer>;
}

/** Answers a request in upstream's place; null to leave it to upstream. */
export type Fault = (request: Request) => Response | Promise<Response> | null;

/** Where upstream keeps a bundle, from the folder of its index on. */
export function pathOf({ domain, version }: { domain: string; version: string }): string {
  return `${domain}/${domain}-${version}.json`;
}

/** The index of what is offered, its addresses relative to itself. */
export function indexOf(offered: readonly Omit<OfferedBundle, "bytes">[]): object {
  const collections = Object.entries(COLLECTION_IDS).map(([domain, id]) => ({
    id,
    name: domain,
    versions: offered
      .filter((entry) => entry.domain === domain)
      .map((entry) => ({
        version: entry.version,
        url: pathOf(entry),
        modified: entry.modified ?? "2025-11-13T14:00:00.188Z",
      })),
  }));
  return { id: "10296991-439b-4202-90a3-e38812613ad4", name: "MITRE ATT&CK", collections };
}

export async function etagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `"${Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}

/** A stand-in for attack-stix-data without a network: index and bundles with ETags and ranges. */
export class StandInUpstream {
  /** `/path`, with the range that was asked for and the status that was answered. */
  readonly log: string[] = [];
  /** Asked before every answer. */
  fault: Fault = () => null;
  offered: OfferedBundle[];
  /** A server that knows no ranges and names no version of what it sends. */
  plain = false;

  constructor(offered: OfferedBundle[]) {
    this.offered = offered;
  }

  /** To be used in place of the platform's own. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    const response = (await this.fault(request)) ?? (await this.#answer(request, path));
    const range = request.headers.get("Range");
    this.log.push(`${path}${range === null ? "" : ` ${range}`} ${response.status}`);
    return response;
  };

  /** What was asked for since the last call. */
  takeLog(): string[] {
    return this.log.splice(0);
  }

  async #answer(request: Request, path: string): Promise<Response> {
    if (path === "/index.json") {
      const index = new TextEncoder().encode(JSON.stringify(indexOf(this.offered)));
      return await this.#serve(request, new Uint8Array(index));
    }
    const bundle = this.offered.find((entry) => path === `/${pathOf(entry)}`);
    if (bundle === undefined) return new Response("404: Not Found", { status: 404 });
    return await this.#serve(request, bundle.bytes());
  }

  /** Serves bytes with ETag, conditions and ranges (RFC 9110, 13 and 14). */
  async #serve(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
    if (this.plain) return new Response(bytes);
    const etag = await etagOf(bytes);
    const headers = { ETag: etag, "Accept-Ranges": "bytes", "Content-Type": "text/plain" };
    if (request.headers.get("If-None-Match") === etag) {
      return new Response(null, { status: 304, headers });
    }
    const from = /^bytes=(\d+)-$/.exec(request.headers.get("Range") ?? "")?.[1];
    const ifRange = request.headers.get("If-Range");
    if (from === undefined || (ifRange !== null && ifRange !== etag)) {
      const whole = { ...headers, "Content-Length": String(bytes.length) };
      return new Response(bytes, { headers: whole });
    }
    const start = Number(from);
    if (start >= bytes.length) {
      const none = { "Content-Range": `bytes */${bytes.length}` };
      return new Response(null, { status: 416, headers: none });
    }
    return new Response(bytes.subarray(start), {
      status: 206,
      headers: {
        ...headers,
        "Content-Range": `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
        "Content-Length": String(bytes.length - start),
      },
    });
  }
}

/** A body that breaks off after these bytes, as it does when the connection is lost. */
export function brokenBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError("the connection was lost"));
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
}
