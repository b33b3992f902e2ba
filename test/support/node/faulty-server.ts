import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers in the server's place; true when it did. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server on loopback whose answers a test can replace. */
export class FaultyServer {
  /** Paths that were asked for, with the status that was answered. */
  readonly log: string[] = [];
  /** Asked before every answer. */
  fault: Fault = () => false;
  readonly #server: Server;

  constructor(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    this.#server = createServer((request, response) => {
      response.on("finish", () => this.log.push(`${request.url} ${response.statusCode}`));
      if (!this.fault(request, response)) answer(request, response);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
