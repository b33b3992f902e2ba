import { openAsBlob, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { dataFolder, releasePath } from "../data/data-folder.ts";
import { makeDossier } from "../../test/support/node/dossiers.ts";
import { ingest } from "../../test/support/node/ingest.ts";
import { analyse, startService, temporaryFolder } from "../../test/support/node/service.ts";
import { ask, send } from "./ask.ts";
import { REPORT_FILES } from "./report-files.ts";

const DATA = dataFolder();
/** Releases that some reports are analyzed with as well; the service brings Enterprise 19.1. */
const RELEASES = [
  ["enterprise-attack", "18.1"],
  ["mobile-attack", "19.1"],
  ["ics-attack", "19.1"],
] as const;
const ATLAS = "5.6.0";
/** Every so many texts of TRAM are enough. */
const STEP = 10;
/** Most sessions of a dossier. */
const MOST = 50;

/**
 * Writes what the service exports after it has analyzed the sample and the reports of the data folder: STIX
 * of sessions, of their flows, of dossiers and of observables, and Navigator layers of sessions, of coverage and of a
 * combination. Techniques of some sessions are accepted, and sessions are marked differently.
 */
export async function writeExports(folder: string): Promise<void> {
  const data = temporaryFolder();
  const service = await startService(data.path);
  try {
    const exporter = new Exporter(service.url, folder);
    for (const [domain, version] of RELEASES) {
      const bundle = join(DATA, releasePath(domain, version));
      const { code, said } = await ingest({ DATA_DIR: data.path }, bundle);
      if (code !== 0) throw new Error(said);
    }
    const atlas = readFileSync(join(DATA, "atlas/stix-atlas.json"), "utf8");
    await exporter.read(`/pipeline/import/atlas?version=${ATLAS}`, { method: "POST", body: atlas });
    await exporter.exportReports();
    await exporter.exportSets();
  } finally {
    await service.stop();
    data.remove();
  }
}

class Exporter {
  readonly #url: string;
  readonly #folder: string;
  readonly #sessions: string[] = [];

  constructor(url: string, folder: string) {
    this.#url = `${url}/api`;
    this.#folder = folder;
  }

  async exportReports(): Promise<void> {
    for (const path of REPORT_FILES) await this.#export(basename(path), await openAsBlob(path), {});
    for (const [name, text] of textsOfTram()) await this.#export(name, new Blob([text]), {});
    const [first = ""] = REPORT_FILES;
    for (const [domain, version] of [...RELEASES, ["atlas", ATLAS] as const]) {
      const name = `${domain}-${version}-${basename(first)}`;
      await this.#export(name, await openAsBlob(first), { domain, version });
    }
  }

  async exportSets(): Promise<void> {
    const sessions = this.#sessions;
    const dossiers = [sessions.slice(0, MOST), sessions.slice(-MOST)];
    for (const [place, ids] of dossiers.entries()) {
      const id = await makeDossier(this.#url.replace(/\/api$/, ""), ids, { tlp: "amber" });
      await this.#save(`dossier-${place}.stix.json`, `/dossiers/${id}/export?format=stix`);
    }
    await this.#save("observables.stix.json", "/pipeline/observables/export?format=stix");
    await this.#save("coverage.layer.json", "/coverage/navigator");
    const operands = sessions.slice(0, 2).map((session_id) => ({ session_id }));
    const set = await this.#send("POST", "/layers/combine", { operation: "union", operands });
    const { technique_ids } = set;
    const layer = { name: "Two reports", technique_ids };
    const { layer_id: id } = await this.#send("POST", "/layers", layer);
    await this.#save("combined.layer.json", `/layers/${id}/navigator`);
  }

  /** Analyzes a report and exports its session, every other one with its techniques accepted. */
  async #export(name: string, content: Blob, fields: Record<string, string>): Promise<void> {
    const file = new File([content], name.replace(/^.*-(?=report\.pdf$)/, ""));
    const { status, body } = await analyse(this.#url.replace(/\/api$/, ""), { ...fields, file });
    // One of them is pictures alone.
    if (status !== 200) return;
    const { session_id: id, techniques, entities } = body;
    const place = this.#sessions.push(id);
    const path = `/analyze/sessions/${id}`;
    if (place % 2 === 0) {
      const review = { review_status: "accepted" };
      for (const { attack_id } of techniques)
        await this.#send("PATCH", `${path}/techniques/${attack_id}`, review);
    }
    const tlp = ["clear", "green", "amber", "amber+strict", "red", null][place % 6];
    await this.#send("PATCH", path, { tlp });
    const saved = name.replaceAll(".", "-");
    await this.#save(`${saved}.stix.json`, `/export/analysis/${id}/stix`);
    // Without techniques there is no flow.
    if (techniques.length > 0)
      await this.#save(`${saved}.attack-flow.stix.json`, `/export/analysis/${id}/attack-flow`);
    await this.#save(`${saved}.layer.json`, `/export/analysis/${id}/navigator`);
    for (const { kind, value } of entities.observables)
      await this.#send("POST", "/pipeline/observables", { kind, value }).catch(() => null);
  }

  async #save(name: string, path: string): Promise<void> {
    writeFileSync(join(this.#folder, name), await this.read(path));
  }

  async #send(method: "POST" | "PATCH", path: string, body: object) {
    return await send(method, `${this.#url}${path}`, body);
  }

  async read(path: string, request: RequestInit = {}): Promise<string> {
    return await ask(`${this.#url}${path}`, request);
  }
}

/** Some of the reports that TRAM's annotators read, by a name of our own. */
function textsOfTram(): [name: string, text: string][] {
  const lines = gunzipSync(readFileSync(join(DATA, "tram/documents.jsonl.gz")));
  return lines
    .toString()
    .trim()
    .split("\n")
    .filter((_, place) => place % STEP === 0)
    .map((line, place) => [`tram-${place}.txt`, (JSON.parse(line) as { text: string }).text]);
}
