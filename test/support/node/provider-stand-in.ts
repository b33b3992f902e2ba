import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type StandInName, STAND_INS } from "../providers/stand-ins.ts";
import { GOOD_KEY, type WireRequest } from "../providers/wire.ts";

type Handler = (request: WireRequest, response: ServerResponse) => void;

const NAMES = Object.keys(STAND_INS) as StandInName[];

/** A stand-in on loopback for every enrichment provider but RDAP, each below a path of its own. */
export class ProviderStandIn {
  /** `METHOD /provider/path`, in the order in which they came. */
  readonly log: string[] = [];
  readonly #server: Server;
  #handler: Handler | null = null;

  constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What turns every provider on and points it here. */
  get settings(): Record<string, string> {
    const urls = NAMES.map((name) => [STAND_INS[name].url, `${this.origin}/${name}`]);
    const keys = NAMES.flatMap((name) => {
      const { key } = STAND_INS[name];
      return key === null ? [] : [[key, GOOD_KEY]];
    });
    return { ...Object.fromEntries([...urls, ...keys]), INTERNETDB_ENABLED: "true" };
  }

  /** What came since the last call. */
  takeLog(): string[] {
    return this.log.splice(0);
  }

  /** Answers the next request in place of its provider. */
  answerNext(handler: Handler): void {
    this.#handler = handler;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = request;
    this.log.push(`${method} ${url}`);
    const name = NAMES.find((one) => url.startsWith(`/${one}/`));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers(
      Object.entries(request.headers).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const path = url.slice((name?.length ?? 0) + 1);
    const got = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") };
    const handler = this.#handler;
    this.#handler = null;
    if (handler !== null) {
      handler(got, response);
      return;
    }
    if (name === undefined) {
      response.writeHead(404).end();
      return;
    }
    const answer = STAND_INS[name].wire(got);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}
