import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
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
      const answered = await fetch(`${target}${path}`, {
        method,
        headers: { "Content-Type": "application/json" },
        signal: gone.signal,
        ...(method !== "GET" && { body }),
      });
      const type = answered.headers.get("Content-Type") ?? "text/plain";
      response.writeHead(answered.status, { "Content-Type": type });
      const decoder = new TextDecoder();
      for await (const bytes of answered.body ?? []) {
        exchange.answer += decoder.decode(bytes, { stream: true });
        response.write(bytes);
      }
      exchange.status = answered.status;
      this.onAnswer(exchange);
      response.end();
    } catch {
      // The server or its client is gone.
      response.destroy();
    }
  }
}
