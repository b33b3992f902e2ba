import { openAsBlob, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { dataFolder } from "../data/data-folder.ts";
import { analyse, startService, temporaryFolder } from "../../test/support/node/service.ts";

const PROJECT = join(import.meta.dirname, "../..");
const REPORTS = join(dataFolder(), "reports");

/**
 * Writes what the service exports after it has analyzed the sample and the reports of the data folder: STIX
 * of sessions, of their flows and of observables, and Navigator layers of sessions, of coverage and of a combination.
 */
export async function writeExports(folder: string): Promise<void> {
  const data = temporaryFolder();
  const service = await startService(data.path);
  try {
    const paths = [
      join(PROJECT, "examples/report.pdf"),
      ...readdirSync(REPORTS)
        .filter((name) => /\.(?:pdf|docx|html|txt)$/.test(name))
        .map((name) => join(REPORTS, name)),
    ];
    await exportAll(service.url, folder, paths);
  } finally {
    await service.stop();
    data.remove();
  }
}

async function exportAll(url: string, folder: string, paths: readonly string[]): Promise<void> {
  const save = async (name: string, path: string) =>
    writeFileSync(join(folder, name), await read(`${url}/api${path}`));
  const post = async (path: string, body: unknown) =>
    JSON.parse(await read(`${url}/api${path}`, { method: "POST", body: JSON.stringify(body) }));
  const sessions: string[] = [];
  for (const path of paths) {
    const file = new File([await openAsBlob(path)], basename(path));
    const { status, body } = await analyse(url, { file });
    // One of them is pictures alone.
    if (status !== 200) continue;
    const { session_id: id, entities } = body;
    sessions.push(id);
    const name = basename(path).replaceAll(".", "-");
    await save(`${name}.stix.json`, `/export/analysis/${id}/stix`);
    await save(`${name}.attack-flow.stix.json`, `/export/analysis/${id}/attack-flow`);
    await save(`${name}.layer.json`, `/export/analysis/${id}/navigator`);
    const collected = entities.observables.map(({ kind, value }) => ({ kind, value }));
    for (const one of collected) await post("/pipeline/observables", one).catch(() => null);
  }
  await save("observables.stix.json", "/pipeline/observables/export?format=stix");
  await save("coverage.layer.json", "/coverage/navigator");
  const operands = sessions.slice(0, 2).map((session_id) => ({ session_id }));
  const set = await post("/layers/combine", { operation: "union", operands });
  const { technique_ids } = set;
  const { layer_id: id } = await post("/layers", { name: "Two reports", technique_ids });
  await save("combined.layer.json", `/layers/${id}/navigator`);
}

/** The text of an answer. @throws Error with what the service said when it refuses */
async function read(url: string, request: RequestInit = {}): Promise<string> {
  const response = await fetch(url, {
    headers: { "Content-Type": "application/json" },
    ...request,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}: ${text}`);
  return text;
}
