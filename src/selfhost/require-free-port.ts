import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that was just killed may hold its port for a moment longer. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Finds out before anything starts that an address cannot be listened on.
 * @throws Error with one sentence that names the setting
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  let fault = await tryListening(host, port);
  for (let waited = 0; fault === "EADDRINUSE" && waited < LONGEST_WAIT_MS; waited += 50) {
    await sleep(50);
    fault = await tryListening(host, port);
  }
  if (fault !== null) throw new Error(describe(fault, host, port));
}

/** Listens and stops again; answers the system's error code, or null. */
async function tryListening(host: string, port: number): Promise<string | null> {
  const probe = createServer();
  return await new Promise((resolve) => {
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
}

function describe(code: string, host: string, port: number): string {
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is used by another program; stop it, or set PORT to another one.`;
  }
  if (code === "EACCES") return `Port ${port} needs privileges; set PORT to one above 1023.`;
  return `This machine cannot listen on HOST ${host}, port ${port} (${code}).`;
}
