/**
 * `npm run judges [-- --only kql,sigma]`: what the service writes, judged by the parsers of others. It installs
 * them below `.build/judges` and `scripts/judges`, needs Python 3.10 or newer and a data folder (docs/measuring.md),
 * prints a table and the findings, and writes `.build/judges/results.json`. CI does not run it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dataFolder } from "./data/data-folder.ts";
import { collectFromServers, judgeCollected } from "./judges/collected.ts";
import { writeDrafts } from "./judges/drafts.ts";
import { writeExports } from "./judges/exports.ts";
import { installJudges } from "./judges/install.ts";
import type { Judgement } from "./judges/judgement.ts";
import { judgeKql } from "./judges/kql.ts";
import { serveMisp } from "./judges/misp.ts";
import { writeSarif } from "./judges/sarif.ts";
import { writeSboms } from "./judges/sbom.ts";
import { serveTaxii } from "./judges/taxii.ts";
import { writeVerdicts } from "./judges/verdicts.ts";
import { sendWebhooks } from "./judges/webhooks.ts";

const HOME = join(import.meta.dirname, "judges");
const FOLDER = join(import.meta.dirname, "../.build/judges");
const SHOWN = 20;

/** What is judged, and by whom. SPL is missing, because nobody publishes a parser of it. */
const JUDGES: Record<string, { what: string; write: (folder: string) => void | Promise<void> }> = {
  kql: { what: "drafts in KQL", write: writeDrafts },
  sigma: { what: "drafts in Sigma", write: writeDrafts },
  eql: { what: "drafts in EQL", write: writeDrafts },
  evaluation: { what: "rules on recorded events", write: writeVerdicts },
  stix: { what: "STIX objects", write: writeExports },
  misp: { what: "STIX objects, as events of MISP", write: writeExports },
  layer: { what: "Navigator layers", write: writeExports },
  sources: { what: "objects collected from TAXII servers", write: collectFromServers },
  feed: { what: "events of the MISP feed, and events sent to MISP", write: serveMisp },
  sarif: { what: "results in SARIF logs", write: writeSarif },
  sbom: { what: "packages of bills of materials", write: writeSboms },
  webhooks: { what: "messages of webhooks", write: sendWebhooks },
  taxii: { what: "objects of TAXII collections, by three ways of paging", write: serveTaxii },
};

const { values } = parseArgs({ options: { only: { type: "string" } } });
const chosen = values.only?.split(",") ?? Object.keys(JUDGES);
const python = installJudges(FOLDER);

/** Writers fill a folder of their own, each once. */
const folders = new Map<unknown, string>();
async function folderOf(name: string): Promise<string> {
  const write = JUDGES[name]?.write;
  if (write === undefined)
    throw new Error(`There is no judge ${name}: ${Object.keys(JUDGES).join(", ")}.`);
  const known = folders.get(write);
  if (known !== undefined) return known;
  const folder = join(FOLDER, write.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await write(folder);
  folders.set(write, folder);
  return folder;
}

function ask(name: string, folder: string): Judgement {
  if (name === "kql") return judgeKql(folder, HOME);
  if (name === "sources") return judgeCollected(folder);
  const program = [join(HOME, "parsers/run.py"), `${name}_judge`, folder, dataFolder()];
  const answer = execFileSync(python, program, { encoding: "utf8", maxBuffer: 2 ** 28 });
  return JSON.parse(answer) as Judgement;
}

const results: Record<string, Judgement> = {};
for (const name of chosen) {
  try {
    results[name] = ask(name, await folderOf(name));
  } catch (error) {
    // The others are asked all the same.
    console.error(`${name}: ${String(error)}`);
    process.exitCode = 1;
  }
}
console.log("| judge | what | judged | errors | warnings |\n| --- | --- | ---: | ---: | ---: |");
for (const [name, { version, judged, findings }] of Object.entries(results)) {
  const count = (severity: string) =>
    findings
      .filter((found) => found.severity === severity)
      .reduce((sum, { count: n }) => sum + n, 0);
  console.log(
    `| ${version} | ${JUDGES[name]?.what} | ${judged} | ${count("error")} | ${count("warning")} |`,
  );
}
for (const [name, { findings }] of Object.entries(results)) {
  for (const { severity, what, count, example } of findings.slice(0, SHOWN)) {
    console.log(`${name}: ${severity} ${count}x ${what} (${example})`);
  }
  if (findings.length > SHOWN) console.log(`${name}: ${findings.length - SHOWN} more`);
}
writeFileSync(join(FOLDER, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
// The services that clients asked would keep this process running.
process.exit();
