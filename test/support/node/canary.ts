import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const FEED = `<rss version="2.0"><channel><title>Canary</title><item><title>A visit to the canary</title>
<link>https://canary.example/1</link></item></channel></rss>`;

/** A server on every address of the machine that counts connections by the address they came to. */
export class Canary {
  /** Connections by the address they came to. */
  readonly arrivals = new Map<string, number>();
  readonly #server: Server;

  /** `/to/<url>` redirects there; anything else is a feed of one item. */
  constructor() {
    this.#server = createServer((request, response) => {
      // Each visit is a connection of its own, to whatever its name resolves to by then.
      response.setHeader("Connection", "close");
      const target = /^\/to\/([^?]*)/.exec(request.url ?? "")?.[1];
      if (target === undefined) response.setHeader("Content-Type", "application/rss+xml").end(FEED);
      else {
        const location = decodeURIComponent(target).replaceAll(/[^ -~]+/gu, encodeURIComponent);
        response.writeHead(302, { Location: location }).end();
      }
    });
    this.#server.on("connection", ({ localAddress = "?" }) => {
      const address = localAddress.replace(/^::ffff:(?=\d+\.)/, "");
      this.arrivals.set(address, (this.arrivals.get(address) ?? 0) + 1);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "::", resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
