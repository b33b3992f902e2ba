import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyse, startService, temporaryFolder } from "../../test/support/node/service.ts";
import { send } from "./ask.ts";

/** Each address has four objects: the address, an observation, an indicator and their relationship. */
const ADDRESSES = 2_500;

/** Starts a service that shares a report of 10,000 objects, and writes where clients find it. */
export async function serveTaxii(folder: string): Promise<void> {
  const { url } = await startService(temporaryFolder().path);
  const addresses = Array.from({ length: ADDRESSES }, (_, at) => `45.${at >> 8}.9.${at & 255}`);
  const text = `APT29 ran T1059.001 there.\n\nIndicators of compromise\n\n${addresses.join("\n")}`;
  const { body } = await analyse(url, { text, name: "Отчёт о группе | 攻击报告" });
  await send("PATCH", `${url}/api/analyze/sessions/${body.session_id}`, { tlp: "green" });
  const { token } = await send("POST", `${url}/api/tokens`, { name: "TAXII", role: "viewer" });
  const service = { url: `${url}/taxii2/`, token, addresses: ADDRESSES };
  writeFileSync(join(folder, "service.json"), JSON.stringify(service));
}
