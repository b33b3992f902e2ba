import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { closePrivately, listenPrivately } from "../listen-privately.ts";
import type { Background, BackgroundSockets } from "./background.ts";

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);
/** workerd accepts no larger headers. */
const MAX_HEADER_BYTES = 256 * 1024;

/**
 * Listens on a socket for requests from the serving process, and forwards them to the background process. If
 * that ends before its response, the connection ends too. Returns a function that stops it.
 */
export async function passOnToBackground(
  socketPath: string,
  background: Background,
  to: keyof BackgroundSockets,
): Promise<() => Promise<void>> {
  return await passOnTo(
    socketPath,
    async (pass) => await background.run(async (sockets) => await pass(sockets[to])),
  );
}

/**
 * Listens on a socket and forwards each request to another one, over a new connection. Between two workerd
 * processes, one closes a connection that was idle for five seconds just as the other reuses it, and the
 * request is lost.
 */
export async function relay(socketPath: string, to: string): Promise<() => Promise<void>> {
  return await passOnTo(socketPath, async (pass) => await pass(to));
}

async function passOnTo(
  socketPath: string,
  route: (pass: (to: string) => Promise<void>) => Promise<void>,
): Promise<() => Promise<void>> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    // Also for a disconnected client, whose body is no longer read.
    route(async (to) => await passOn(request, response, to)).catch(() => response.destroy());
  });
  await listenPrivately(server, socketPath);
  return async () => await closePrivately(server, socketPath);
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  socketPath: string,
): Promise<void> {
  // The client may have disconnected while the process started.
  if (response.closed) return;
  const { method, url: path } = request;
  const headers = keepEndToEnd(request.rawHeaders);
  const asked = ask({ socketPath, method, path, headers, agent: false });
  // The body may arrive later.
  asked.flushHeaders();
  // A disconnected client no longer waits for the response.
  response.once("close", () => asked.destroy());
  const answering = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once("response", resolve);
    asked.on("error", reject);
    asked.once("close", () => reject(new Error("The connection ended without an answer.")));
  });
  request.pipe(asked);
  // Reads the rest of a rejected body.
  asked.once("close", () => request.unpipe(asked).resume());
  const answer = await answering;
  const given = keepEndToEnd(answer.rawHeaders);
  // See `holdOpen` in the entrance.
  const known = given.map((text) => (/^x-content-length$/i.test(text) ? "Content-Length" : text));
  response.writeHead(answer.statusCode ?? 500, known);
  response.flushHeaders();
  await pipeline(answer, response);
}

/** Returns alternating names and values, in Node's format. */
function keepEndToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => {
    const name = rawHeaders[at - (at % 2)] ?? "";
    return !HOP_BY_HOP.has(name.toLowerCase());
  });
}
