import { join } from "node:path";
import { SEED } from "../../../src/knowledge/attack/vocabulary.ts";
import { releasePath } from "../../data/data-folder.ts";
import type { LabelSpace } from "../label-space.ts";
import { readDenseReports, readReports, type Report } from "../labelled-reports.ts";
import { readSource, type ReleaseSource } from "../read-source.ts";
import { tramSpace } from "../tram-classes.ts";

/** The shipped release, what its model is trained on, and the reports that it is measured on. */
export interface EvaluationData extends ReleaseSource {
  space: LabelSpace;
  /** With labels of every sentence, to learn from. */
  dense: Report[];
  /** The same with what TRAM's annotators marked, to score. */
  reports: Report[];
}

/** Reads all of that from the data folder. */
export async function readData(data: string): Promise<EvaluationData> {
  const { source, release } = await readEnterprise(data, SEED.version);
  const path = join(data, "tram", "documents.jsonl.gz");
  const dense = readDenseReports(path, release);
  return { source, release, space: tramSpace(release), dense, reports: readReports(path, release) };
}

/** A release of the domain that a model is shipped for. */
export async function readEnterprise(data: string, version: string): Promise<ReleaseSource> {
  return await readSource(join(data, releasePath(SEED.domain, version)));
}
