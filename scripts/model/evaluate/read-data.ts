import { join } from "node:path";
import { SEED } from "../../../src/knowledge/attack/vocabulary.ts";
import { releasePath } from "../../data/data-folder.ts";
import type { LabelSpace } from "../label-space.ts";
import { readReports, type Report } from "../labelled-reports.ts";
import { readSource, type ReleaseSource } from "../read-source.ts";
import { tramSpace } from "../tram-classes.ts";

/** The shipped release, what its model is trained on, and the reports that it is measured on. */
export interface EvaluationData extends ReleaseSource {
  space: LabelSpace;
  reports: Report[];
}

/** Reads all of that from the data folder. */
export async function readData(data: string): Promise<EvaluationData> {
  const { source, release } = await readEnterprise(data, SEED.version);
  const reports = readReports(join(data, "tram", "documents.jsonl.gz"), release);
  return { source, release, space: tramSpace(release), reports };
}

/** A release of the domain that a model is shipped for. */
export async function readEnterprise(data: string, version: string): Promise<ReleaseSource> {
  return await readSource(join(data, releasePath(SEED.domain, version)));
}
