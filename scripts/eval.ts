/**
 * `npm run eval [-- --only <part>] [--model <file>] [--out <file>]`: how good the embedded analyser is, on traps
 * of our own and on the data that `npm run data` fetches. Prints tables, writes JSON; chance is seeded.
 * Each half of TRAM's reports is scored in turn, split by a hash of the title; calibration, thresholds and,
 * where it says so, weights come from the other half. Parts that run alone:
 *   traps        what is no act, and short acts; seconds, no data
 *   mapping      texts that nothing was fitted on, and other languages, by the shipped model or that of `--model`
 *   releases     the same texts for releases that the model was not trained on; ten minutes
 *   gate         which reports are lost as other texts, and which other texts pass as reports
 *   leads        how well the groups behind reports are found
 *   judge        what a language model of a given quality adds in mode judged, a minute; and what that of
 *                PROVIDER_B_KIND, _MODEL and _BASE_URL adds, on the JUDGE_REPORTS shortest reports
 *   commands     what the command table knows of the commands of others, and how long it takes; seconds
 *   observables  how well observables are, on the labelled set and, where the data is there, on the advisories
 *   ablation     what is lost without each part of the analyser; half an hour
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { dataFolder } from "./data/data-folder.ts";
import { PARTS } from "./model/evaluate/alone.ts";
import { SEEDS, showSeeds } from "./model/evaluate/seeds.ts";
import { measureWhole } from "./model/evaluate/whole.ts";

const DATA = dataFolder();

const { values } = parseArgs({
  options: {
    out: { type: "string", default: ".build/eval.json" },
    only: { type: "string" },
    model: { type: "string" },
  },
});
const part = values.only === undefined ? null : PARTS[values.only];
if (part === undefined) {
  const names = Object.keys(PARTS).join(", ");
  throw new Error(`What can be measured alone is ${names}, not ${values.only}.`);
}
if (values.model !== undefined && values.only !== "mapping") {
  throw new Error("A model can be given with --only mapping; all else measures the shipped one.");
}
if (part?.needsData !== false && !existsSync(DATA)) {
  throw new Error(
    `The data to measure on is not there: ${DATA}. Fetch it with: npm run data. ` +
      "What needs none: npm run eval -- --only traps",
  );
}
console.log(showSeeds());
const result = part === null ? await measureWhole(DATA) : await part.run(DATA, values.model);
mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(values.out, `${JSON.stringify({ seeds: SEEDS, ...result }, null, 2)}\n`);
console.log(`Wrote ${values.out}.`);
