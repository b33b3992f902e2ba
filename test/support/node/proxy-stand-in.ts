import {
  createServer,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type Duplex, pipeline } from "node:stream";

/** What a proxy was asked. */
export interface Proxied {
  /** `CONNECT` for a tunnel. */
  method: string;
  /** A host with its port for a tunnel, else a whole URL. */
  target: string;
  authorization: string | undefined;
}

/**
 * A forward proxy on loopback. It resolves names itself, as proxies do: those in `ports` lead to
 * servers of a test.
 */
export class ProxyStandIn {
  readonly asked: Proxied[] = [];
  /** From a host to the port of the server on loopback that plays it. */
  readonly ports = new Map<string, number>();
  /** The status with which it refuses everything; null to serve. */
  refusal: number | null = null;
  /** Headers of the pages with which it refuses. */
  refusalHeaders: Record<string, string> = {};
  /** Whether it accepts connections and says nothing. */
  isSilent = false;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => this.#forward(request, response));
    this.#server.on("connect", (request: IncomingMessage, socket: Duplex) => {
      this.#tunnel(request, socket);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Host and port. */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Answers what was asked since the last call. */
  takeAsked(): Proxied[] {
    return this.asked.splice(0);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { method = "", url = "", headers } = request;
    this.asked.push({ method, target: url, authorization: headers["proxy-authorization"] });
    const { hostname, pathname, search } = new URL(url);
    const port = this.ports.get(hostname);
    if (this.isSilent) return;
    if (this.refusal !== null || port === undefined) {
      response.writeHead(this.refusal ?? 502, this.refusalHeaders).end("words of the proxy");
      return;
    }
    const { "proxy-authorization": _, "proxy-connection": __, ...others } = headers;
    const to = { host: "127.0.0.1", port, path: `${pathname}${search}`, method, headers: others };
    const ahead = send(to, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    });
    ahead.on("error", () => response.destroy());
    response.on("close", () => ahead.destroy());
    request.pipe(ahead);
  }

  #tunnel({ url: target = "", headers }: IncomingMessage, socket: Duplex): void {
    this.asked.push({ method: "CONNECT", target, authorization: headers["proxy-authorization"] });
    socket.on("error", () => undefined);
    const port = this.ports.get(target.replace(/:\d+$/, ""));
    if (this.isSilent) return;
    if (this.refusal !== null || port === undefined) {
      socket.end(`HTTP/1.1 ${this.refusal ?? 502} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const ahead = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(ahead).pipe(socket);
    });
    ahead.on("error", () => socket.destroy());
    ahead.on("close", () => socket.destroy());
    socket.on("close", () => ahead.destroy());
  }
}
