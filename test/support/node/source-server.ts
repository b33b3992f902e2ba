import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Answer } from "../answer.ts";
import { type MispEvent, MISP_KEY, mispFeed, mispServer, UUID } from "../misp.ts";
import { note, taxiiServer } from "../taxii-server.ts";
import { FaultyServer } from "./faulty-server.ts";

/** An interface of other servers that sources read. */
export type ServedKind = "taxii" | "misp_feed" | "misp";

const ADDED = "2026-11-21T09:00:00.000Z";
const EDITED = 1_795_300_000;
/** Objects of a TAXII page, so that a few dozen take several pages of every kind. */
const TAXII_PAGE = 30;
let unit = 0;

/** What the SERVER_CREDENTIALS of a service need for a source server. */
export const credentialsFor = ({ url }: SourceServer) =>
  JSON.stringify({ [url]: { key: MISP_KEY } });

/** A server on loopback of TAXII collections, MISP feeds and MISP servers, each below a path of its own. */
export class SourceServer extends FaultyServer {
  readonly #answers = new Map<string, Answer>();

  constructor() {
    super((request, response) => void this.#answer(request, response));
  }

  /** Serves reports, each with a title and a domain of its own; answers the address of the source. */
  offer(kind: ServedKind, name: string, count: number, pageSize = TAXII_PAGE): string {
    const { path, answer } = STAND_INS[kind](name, count, pageSize);
    return this.serve(`${name}/${path}`, answer);
  }

  /** Serves whatever an answer says below a path. */
  serve(path: string, answer: Answer): string {
    this.#answers.set(path.split("/")[0] ?? "", answer);
    return `${this.url}/${path}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = "/", method = "GET" } = request;
    const answer = this.#answers.get(path.split("/")[1] ?? "");
    const headers = new Headers(request.headers as Record<string, string>);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = method === "GET" ? null : Buffer.concat(chunks);
    const asked = new Request(`${this.url}${path}`, { method, headers, body });
    const given = (await answer?.(asked.url, asked)) ?? new Response(null, { status: 404 });
    response.writeHead(given.status, Object.fromEntries(given.headers));
    const stream =
      given.body === null ? Readable.from([]) : Readable.fromWeb(given.body as NodeStream);
    // A client that has gone is no fault of the server.
    await pipeline(stream, response).catch(() => undefined);
  }
}

type StandIn = (name: string, count: number, pageSize: number) => { path: string; answer: Answer };

const STAND_INS: Readonly<Record<ServedKind, StandIn>> = {
  // Objects of one time: nothing but `next` distinguishes what has come from what has not.
  taxii: (_name, count, pageSize) => {
    unit += 1;
    const objects = Array.from({ length: count }, (_, n) => note(unit * 100_000 + n, ADDED));
    return { path: "collections/one/", answer: taxiiServer(objects, { pageSize }) };
  },
  misp_feed: (name, count) => ({ path: "feed/", answer: mispFeed(someEvents(name, count)) }),
  misp: (name, count) => ({ path: "", answer: mispServer(someEvents(name, count)) }),
};

function someEvents(name: string, count: number): MispEvent[] {
  unit += 1;
  return Array.from({ length: count }, (_, n) => ({
    uuid: UUID(unit * 100_000 + n),
    info: `Event ${n} of ${name}`,
    timestamp: EDITED + n,
    values: [["domain", `host-${n}.${name}-events.xyz`]],
  }));
}
