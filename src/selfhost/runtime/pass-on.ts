import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { closePrivately, listenPrivately } from "../listen-privately.ts";
import type { Background, BackgroundSockets } from "./background.ts";

/** What belongs to one connection (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);
/** workerd accepts no larger ones. */
const MAX_HEADER_BYTES = 256 * 1024;

/**
 * Listens on a socket for what the process that serves passes on, and gives it to the background process. Where that
 * ends before it has answered, the connection ends too. Returns what ends it.
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
 * Listens on a socket and passes each request to another one, over a new connection. Between two processes of workerd, one
 * closes a connection that was idle for five seconds just as the other reuses it, and the request is lost.
 */
export async function relay(socketPath: string, to: string): Promise<() => Promise<void>> {
  return await passOnTo(socketPath, async (pass) => await pass(to));
}

async function passOnTo(
  socketPath: string,
  route: (pass: (to: string) => Promise<void>) => Promise<void>,
): Promise<() => Promise<void>> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    // Also for whoever is gone, whose body is read no further.
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
  // Who asked may have left while the process started.
  if (response.closed) return;
  const { method, url: path } = request;
  const headers = keepEndToEnd(request.rawHeaders);
  const asked = ask({ socketPath, method, path, headers, agent: false });
  // A body may let itself be waited for.
  asked.flushHeaders();
  // Who went away no longer waits for the answer.
  response.once("close", () => asked.destroy());
  const answering = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once("response", resolve);
    asked.on("error", reject);
    asked.once("close", () => reject(new Error("The connection ended without an answer.")));
  });
  request.pipe(asked);
  // The rest of a body that is refused.
  asked.once("close", () => request.unpipe(asked).resume());
  const answer = await answering;
  const given = keepEndToEnd(answer.rawHeaders);
  // See `holdOpen` of the entrance.
  const known = given.map((text) => (/^x-content-length$/i.test(text) ? "Content-Length" : text));
  response.writeHead(answer.statusCode ?? 500, known);
  response.flushHeaders();
  await pipeline(answer, response);
}

/** Names and values in turn, as Node gives and takes them. */
function keepEndToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => {
    const name = rawHeaders[at - (at % 2)] ?? "";
    return !HOP_BY_HOP.has(name.toLowerCase());
  });
}
