import { lookup } from "node:dns";
import { createServer } from "node:http";
import { join } from "node:path";
import { closePrivately, listenPrivately } from "../listen-privately.ts";
import { Forwarder } from "./forward.ts";
import type { ProxySettings } from "./proxy-settings.ts";

/** Shorter than the default timeouts of the Worker, so that the error names what does not respond. */
const CONNECT_MS = 10_000;

/** The sockets of the two networks. They accept requests for absolute URLs, like an HTTP proxy. */
export interface EgressSockets {
  public: string;
  operator: string;
}

/** The running egress through the operator's proxy. */
export interface RunningEgress {
  sockets: EgressSockets;
  close(): Promise<void>;
}

/**
 * Serves the Worker's two networks through the operator's proxy, which workerd cannot use itself.
 * @param folder one that only our user may enter
 */
export async function startEgress(proxy: ProxySettings, folder: string): Promise<RunningEgress> {
  const sockets = { public: join(folder, "public.sock"), operator: join(folder, "operator.sock") };
  const usual = { proxy, connectMs: CONNECT_MS, lookup };
  const stops = await Promise.all([
    serve(new Forwarder({ ...usual, isPublicOnly: true }), sockets.public),
    serve(new Forwarder({ ...usual, isPublicOnly: false }), sockets.operator),
  ]);
  return { sockets, close: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

async function serve(forwarder: Forwarder, socketPath: string): Promise<() => Promise<void>> {
  // The URL names the host, so workerd sends no Host header.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    try {
      forwarder.forward(request, response);
    } catch {
      // A URL or header that Node cannot send.
      response.destroy();
    }
  });
  await listenPrivately(server, socketPath);
  return async () => await closePrivately(server, socketPath);
}
