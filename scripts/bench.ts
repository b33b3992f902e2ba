/**
 * `npm run bench`: speed and memory on this machine. Medians; ratios are within one run. Real
 * releases and reports are used where `npm run data` fetched them, else ones made here.
 * `npm run bench -- compare` runs one part.
 */
import { cpus, totalmem } from "node:os";
import { benchAnalysis } from "./bench/analysis.ts";
import { benchBackground } from "./bench/background.ts";
import { benchCompare } from "./bench/compare.ts";
import { benchExports } from "./bench/exports.ts";
import { benchCollection } from "./bench/collection.ts";
import { benchEdge } from "./bench/edge.ts";
import { benchFuzz } from "./bench/fuzz.ts";
import { benchIngest } from "./bench/ingest.ts";
import { benchReaders } from "./bench/readers.ts";
import { benchReads } from "./bench/reads.ts";
import { benchStreams } from "./bench/streams.ts";
import { row } from "./bench/measure.ts";
import { benchWorstCases } from "./bench/worst-cases.ts";

const PARTS: Record<string, () => Promise<void>> = {
  ingest: benchIngest,
  reads: benchReads,
  compare: benchCompare,
  analysis: benchAnalysis,
  streams: benchStreams,
  exports: benchExports,
  collection: benchCollection,
  edge: benchEdge,
  background: benchBackground,
  readers: benchReaders,
  "worst-cases": benchWorstCases,
  fuzz: benchFuzz,
};

const [wanted] = process.argv.slice(2);
const memory = (totalmem() / 2 ** 30).toFixed(0);
row("machine", `${cpus().length} x ${cpus()[0]?.model ?? "?"}, ${memory} GiB`);
row("Node", process.version);
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted === undefined || wanted === name) await part();
}
