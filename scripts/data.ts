/**
 * `npm run data [-- --sources <file>]`: fetches the releases and reports by which the published
 * figures of `npm run eval`, `npm run bench` and `npm run train` can be repeated, into `data/` or
 * the folder that the variable `DATA` names. What is there and right is left alone.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { useProxiesForFetch } from "../src/selfhost/egress/proxy-settings.ts";
import { FETCHED } from "./data/data-folder.ts";
import { fetchSources } from "./data/fetch-sources.ts";
import { readManifest } from "./data/manifest.ts";

const SOURCES = join(import.meta.dirname, "data", "sources.json");

const { values } = parseArgs({ options: { sources: { type: "string", default: SOURCES } } });
useProxiesForFetch(process.env);
const manifest = readManifest(values.sources);
const given = process.env["DATA"] ?? "";
const folder = given === "" ? FETCHED : given;
const licences = new Set(
  [...manifest.files, ...manifest.annotated_reports].map(({ licence }) => licence),
);
console.log(`Into ${folder}. Licences: ${[...licences].join("; ")}.`);
let failed = 0;
for await (const { name, outcome, note } of fetchSources(manifest, folder)) {
  if (outcome === "failed") failed += 1;
  console.log(`${outcome.padEnd(7)} ${name}`);
  if (note !== null) console.log(`        ${note}`);
}
for (const { name, to, why } of manifest.bring_your_own) {
  console.log(`not fetched: ${name}, which would go to ${to}: ${why}`);
}
if (failed > 0) {
  console.error(`${failed} of the sources failed; run it again to fetch what is missing.`);
  process.exitCode = 1;
}
