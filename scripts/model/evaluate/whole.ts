import { join } from "node:path";
import { printAboveBar } from "../../../src/selfhost/progress.mjs";
import { trainSmallWeights } from "../../../src/reading/analyser/model/train-small-weights.ts";
import { readAdvisories } from "../advisories.ts";
import { measureDomains } from "../measure-domains.ts";
import { measureLeads, showLeads } from "../measure-leads.ts";
import { measureTemporal } from "../measure-temporal.ts";
import { measureTraps } from "../measure-traps.ts";
import { showTraps } from "../show-traps.ts";
import { startSteps } from "../steps.ts";
import { calibrateSmall, FOLD_STEPS, trainFolds } from "../train-model.ts";
import { measureMethods, showAdvisories } from "./advisories.ts";
import { CROSS_STEPS, measureFolds, showFolds } from "./folds.ts";
import { measureMapping, showMapping } from "./mapping.ts";
import { readData, readEnterprise, type EvaluationData } from "./read-data.ts";
import { showTemporal } from "./show-temporal.ts";
import { measureSpeed } from "./speed.ts";

/** The release before the shipped one, which knows nothing of the newer procedures. */
const OLDER = "18.1";

/** Reading, the small model, weights, what they read, and what comes after them. */
const STEPS = 2 + FOLD_STEPS + CROSS_STEPS + 6;

/** Measures all there is, and prints each table as it is done. */
export async function measureWhole(data: string): Promise<object> {
  const traps = await measureTraps();
  console.log(showTraps(traps));
  const steps = startSteps("Evaluating", STEPS);
  const show = (table: string) => printAboveBar(() => console.log(table));
  steps.next("reading the release and reports");
  const read = await readData(data);
  steps.next("small model");
  const smallStart = performance.now();
  const smallWeights = trainSmallWeights(read.source.corpus);
  const small_model_seconds = (performance.now() - smallStart) / 1000;
  const folded = trainFolds(read.source, read.dense, steps);
  const main = measureFolds(folded, read, steps);
  show(showFolds(main));
  steps.next("advisories");
  const known = await readAdvisories(join(data, "reports"), read.release);
  const advisories = measureMethods({ analyser: main.trained }, known, read.space);
  show(showAdvisories(advisories, known.length));
  steps.next("newer release");
  const temporal = await measureNewer(data, read, show);
  steps.next("other domains");
  const small = calibrateSmall(smallWeights, folded, read.source, read.dense, read.space);
  const domains = await measureDomains(data, small);
  show(`\nSmall models of other domains, their own procedure texts: ${JSON.stringify(domains)}`);
  steps.next("speed");
  const speed = { ...measureSpeed(main.trained, read.reports), small_model_seconds };
  show(`Speed: ${JSON.stringify(speed)}`);
  steps.next("leads");
  const leads = await measureLeads(data);
  show(showLeads(leads));
  steps.next("texts that nothing was fitted on");
  const mapping = await measureMapping(data);
  steps.end();
  console.log(showMapping(mapping));
  return {
    scored_reports: read.reports.length,
    main: main.figures,
    advisories,
    temporal,
    domains,
    speed,
    leads,
    traps,
    ...mapping,
  };
}

async function measureNewer(
  data: string,
  { source }: EvaluationData,
  show: (table: string) => void,
) {
  const { source: older } = await readEnterprise(data, OLDER);
  const figures = measureTemporal(older, source.content);
  show(showTemporal(figures, older.content.version, source.content.version));
  return figures;
}
