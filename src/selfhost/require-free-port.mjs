import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

// In JavaScript without packages, since scripts/run.mjs asks before there are any, on whatever Node.

/** A process that was just killed may hold its port for a moment longer. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Finds out before anything starts that an address cannot be listened on.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<void>}
 * @throws {Error} with one sentence that names the setting
 */
export async function requireFreePort(host, port) {
  let fault = await tryListening(host, port);
  for (let waited = 0; fault === "EADDRINUSE" && waited < LONGEST_WAIT_MS; waited += 50) {
    await sleep(50);
    fault = await tryListening(host, port);
  }
  if (fault !== null) throw new Error(describe(fault, host, port));
}

/**
 * Listens and stops again.
 * @returns {Promise<string | null>} the system's error code
 */
async function tryListening(host, port) {
  const probe = createServer();
  return await new Promise((resolve) => {
    probe.once("error", (error) => resolve(error.code ?? error.message));
    probe.listen({ host, port }, () => probe.close(() => resolve(null)));
  });
}

function describe(code, host, port) {
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${host} is used by another program; stop it, or set PORT to another one.`;
  }
  if (code === "EACCES") return `Port ${port} needs privileges; set PORT to one above 1023.`;
  return `This machine cannot listen on HOST ${host}, port ${port} (${code}).`;
}
