import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { largeStixBundle } from "../../test/support/node/large-imports.ts";
import { largeBundle } from "../../test/support/node/large-bundle.ts";
import { readData } from "../../test/support/node/real-data.ts";
import { sendBundle, waitForTask } from "../../test/support/node/service.ts";
import { releasePath } from "../data/data-folder.ts";

/** Long work against a service at this URL. Settles when the work is done. */
export type Work = (url: string) => Promise<unknown>;

const MILLION = 1_000_000;
const SENTENCES = [
  "The actor used PowerShell to download a loader and dumped LSASS memory with Mimikatz.",
  "It moved laterally over RDP, created a scheduled task and exfiltrated archives over HTTPS.",
  "The report describes the history of the company and thanks all partners for their help.",
];

/** Returns a report of this many characters, a third of which describes techniques. */
export function longReport(characters: number): string {
  const parts: string[] = [];
  for (let size = 0, n = 0; size < characters; n += 1) {
    const part = `${n}. ${SENTENCES[n % SENTENCES.length]}\n`;
    parts.push(part);
    // A form converts line feeds into two characters, which count.
    size += part.length + 1;
  }
  return parts.join("").slice(0, characters - parts.length);
}

/** Analyzes a text. Resolves with the id of the session. */
export async function analyze(url: string, text: string): Promise<string> {
  const form = new FormData();
  form.set("text", text);
  const response = await fetch(`${url}/api/analyze`, { method: "POST", body: form });
  const body = (await expectOk(response).json()) as { session_id: string };
  return body.session_id;
}

/** Imports a STIX bundle of this many bytes. */
export function importStix(name: string, bytes: number, isDry: boolean): Work {
  const body = largeStixBundle(name, bytes) as Uint8Array<ArrayBuffer>;
  const path = `/api/pipeline/import/stix?filename=${name}.json&dry_run=${isDry}`;
  return async (url) => {
    const response = await fetch(`${url}${path}`, { method: "POST", body });
    await expectOk(response).arrayBuffer();
  };
}

/**
 * Uploads Enterprise ATT&CK of a version and waits until it is current. Uses a generated release if there is no
 * data.
 */
export function ingest(version: string): Work {
  const real = readData(releasePath("enterprise-attack", version));
  const bundle = real ?? gzipSync(largeBundle(version));
  return async (url) => {
    const task = await sendBundle(url, bundle, true);
    const { status, domains } = await waitForTask(url, task);
    if (status === "failed") throw new Error(JSON.stringify(domains));
  };
}

/**
 * Work that readers must not notice, as large as the limits allow. Its input is created before the measurement,
 * because that takes time too.
 */
export const LONG_WORK: Record<string, () => Work> = {
  analysis_of_1_000_000_characters: () => {
    const text = longReport(MILLION);
    return async (url) => await analyze(url, text);
  },
  stix_dry_run_of_3_mb: () => importStix("dry", 3 * MILLION, true),
  stix_import_of_20_mb: () => importStix("import", 20 * MILLION, false),
  ingest_of_a_release: () => ingest("18.1"),
  five_million_lines_that_are_no_json: () => testRule("x\n".repeat(5_242_880)),
  archive_of_100_001_rules: () => importRules(),
  exports_of_hundreds_of_techniques: () => exportAll,
  coverage_of_everything: () => async (url) => {
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

function testRule(events: string): Work {
  const file = new Blob([events]);
  return async (url) => {
    const form = new FormData();
    form.set("content", RULE);
    form.set("file", file, "events.jsonl");
    await (await fetch(`${url}/api/pipeline/rules/test`, { method: "POST", body: form })).text();
  };
}

/** Imports more files than an archive may contain. It is rejected after they are counted. */
function importRules(): Work {
  const files = Object.fromEntries(
    Array.from({ length: 100_001 }, (_, n) => [`${n}.yml`, new Uint8Array([120])]),
  );
  const body = zipSync(files, { level: 0 });
  const path = "/api/pipeline/rules/import?dry_run=true&filename=rules.zip";
  return async (url) => await (await fetch(`${url}${path}`, { method: "POST", body })).text();
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
