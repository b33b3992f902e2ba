import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request, and how it was answered. */
export interface Exchange {
  path: string;
  body: string;
  /** 0 until the answer has come to its end; it stays so for one that breaks off. */
  status: number;
  answer: string;
}

/** Forwards requests to a server of this machine, and remembers what was asked and answered. */
export class RecordingProxy {
  readonly exchanges: Exchange[] = [];
  /** Called after each answer that came to its end. */
  onAnswer: (exchange: Exchange) => void = () => undefined;
  readonly #server: Server;
  #port = 0;

  constructor(target: string) {
    this.#server = createServer(
      (request, response) => void this.#forward(target, request, response),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #forward(target: string, request: IncomingMessage, response: ServerResponse) {
    const { url: path = "/", method = "GET" } = request;
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      const body = await text(request);
      const exchange = { path, body, status: 0, answer: "" };
      this.exchanges.push(exchange);
      // Not `fetch`, which waits five minutes for an answer at most.
      const headers = { "Content-Type": "application/json" };
      const asked = ask(`${target}${path}`, { method, headers, signal: gone.signal });
      asked.end(body);
      const [answered] = (await once(asked, "response")) as [IncomingMessage];
      const status = answered.statusCode ?? 0;
      response.writeHead(status, { "Content-Type": answered.headers["content-type"] });
      for await (const part of answered.setEncoding("utf8")) {
        exchange.answer += String(part);
        response.write(part);
      }
      exchange.status = status;
      this.onAnswer(exchange);
      response.end();
    } catch {
      // The server or its client is gone.
      response.destroy();
    }
  }
}
