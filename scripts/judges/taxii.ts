import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyse, startService, temporaryFolder } from "../../test/support/node/service.ts";

/** Each address has four objects: the address, an observation, an indicator and their relationship. */
const ADDRESSES = 2_500;

/**
 * Starts a service that shares a report of 10,000 objects, and writes where clients find it. It ends with this
 * process.
 */
export async function serveTaxii(folder: string): Promise<void> {
  const { url } = await startService(temporaryFolder().path);
  const addresses = Array.from({ length: ADDRESSES }, (_, at) => `45.${at >> 8}.9.${at & 255}`);
  const text = `APT29 ran T1059.001 there.\n\nIndicators of compromise\n\n${addresses.join("\n")}`;
  const { body } = await analyse(url, { text, name: "Отчёт о группе | 攻击报告" });
  await send(`${url}/api/analyze/sessions/${body.session_id}`, "PATCH", { tlp: "green" });
  const { token } = await send(`${url}/api/tokens`, "POST", { name: "TAXII", role: "viewer" });
  const service = { url: `${url}/taxii2/`, token, addresses: ADDRESSES };
  writeFileSync(join(folder, "service.json"), JSON.stringify(service));
}

async function send(url: string, method: string, body: object): Promise<{ token?: string }> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return (await response.json()) as { token?: string };
}
