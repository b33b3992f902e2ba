import { gzipSync } from "node:zlib";
import { largeStixBundle } from "../../test/support/node/large-imports.ts";
import { largeBundle } from "../../test/support/node/large-bundle.ts";
import { readData } from "../../test/support/node/real-data.ts";
import { sendBundle, waitForTask } from "../../test/support/node/service.ts";
import { releasePath } from "../data/data-folder.ts";

/** Work that takes long, against a service at this URL. It settles when the work is done. */
export type Work = (url: string) => Promise<unknown>;

const MILLION = 1_000_000;
const SENTENCES = [
  "The actor used PowerShell to download a loader and dumped LSASS memory with Mimikatz.",
  "It moved laterally over RDP, created a scheduled task and exfiltrated archives over HTTPS.",
  "The report describes the history of the company and thanks all partners for their help.",
];

/** A report of so many characters, of which a third describes techniques. */
export function longReport(characters: number): string {
  const parts: string[] = [];
  for (let size = 0, n = 0; size < characters; n += 1) {
    const part = `${n}. ${SENTENCES[n % SENTENCES.length]}\n`;
    parts.push(part);
    size += part.length;
  }
  return parts.join("").slice(0, characters);
}

/** Has a text analyzed; resolves with the id of the session. */
export async function analyze(url: string, text: string): Promise<string> {
  const form = new FormData();
  form.set("text", text);
  const response = await fetch(`${url}/api/analyze`, { method: "POST", body: form });
  const body = (await expectOk(response).json()) as { session_id: string };
  return body.session_id;
}

/** Imports a bundle of STIX of so many bytes. */
export async function importStix(url: string, name: string, bytes: number, isDry: boolean) {
  const query = `filename=${name}.json&dry_run=${isDry}`;
  const response = await fetch(`${url}/api/pipeline/import/stix?${query}`, {
    method: "POST",
    body: largeStixBundle(name, bytes) as Uint8Array<ArrayBuffer>,
  });
  return (await expectOk(response).json()) as object;
}

/** Uploads Enterprise ATT&CK of a version, a release made here where there is no data, until it is current. */
export async function ingest(url: string, version: string): Promise<void> {
  const real = readData(releasePath("enterprise-attack", version));
  const task = await sendBundle(url, real ?? gzipSync(largeBundle(version)), true);
  const { status, domains } = await waitForTask(url, task);
  if (status === "failed") throw new Error(JSON.stringify(domains));
}

/** The work that readers are to notice nothing of, with as much as the limits allow. */
export const LONG_WORK: Record<string, Work> = {
  analysis_of_1_000_000_characters: async (url) => await analyze(url, longReport(MILLION)),
  stix_dry_run_of_3_mb: async (url) => await importStix(url, "dry", 3 * MILLION, true),
  stix_import_of_20_mb: async (url) => await importStix(url, "import", 20 * MILLION, false),
  ingest_of_a_release: async (url) => await ingest(url, "18.1"),
  five_million_lines_that_are_no_json: async (url) => await testRule(url, "x\n".repeat(5_242_880)),
  archive_of_100_001_rules: async (url) => await importRules(url),
  exports_of_hundreds_of_techniques: async (url) => await exportAll(url),
  coverage_of_everything: async (url) => {
    for (const path of ["", "/csv", "/pdf", "/stix", "/navigator"]) {
      await expectOk(await fetch(`${url}/api/coverage${path}`)).arrayBuffer();
    }
  },
};

const RULE = `title: Torture
id: 6d1d1e1e-0b1c-4a53-9d8a-0d9f1d6c7a10
logsource: { category: process_creation, product: windows }
detection: { selection: { Image|endswith: x.exe }, condition: selection }
`;

async function testRule(url: string, events: string): Promise<void> {
  const form = new FormData();
  form.set("content", RULE);
  form.set("file", new Blob([events]), "events.jsonl");
  await (await fetch(`${url}/api/pipeline/rules/test`, { method: "POST", body: form })).text();
}

/** More files than an archive may hold: it is refused after they have been counted. */
async function importRules(url: string): Promise<void> {
  const { zipSync } = await import("fflate");
  const files = Object.fromEntries(
    Array.from({ length: 100_001 }, (_, n) => [`${n}.yml`, new Uint8Array([120])]),
  );
  const path = `${url}/api/pipeline/rules/import?dry_run=true&filename=rules.zip`;
  const body = zipSync(files, { level: 0 });
  await (await fetch(path, { method: "POST", body })).text();
}

async function exportAll(url: string): Promise<void> {
  const listed = await fetch(`${url}/api/attack/techniques?limit=1000`);
  const techniques = (await expectOk(listed).json()) as { attack_id: string; name: string }[];
  const lines = techniques.map(({ attack_id: id, name }) => `The actor used ${name} (${id}).`);
  const session = await analyze(url, lines.join("\n"));
  for (const path of ["", "/stix", "/csv", "/navigator", "/misp", "/markdown", "/attack-flow"]) {
    const response = await fetch(`${url}/api/export/analysis/${session}${path}`);
    await expectOk(response).arrayBuffer();
  }
}

/** @throws Error with the status and the address */
export function expectOk(response: Response): Response {
  if (!response.ok) throw new Error(`${response.url}: HTTP ${response.status}`);
  return response;
}
