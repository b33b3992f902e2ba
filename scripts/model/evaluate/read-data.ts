import { join } from "node:path";
import { SEED } from "../../../src/knowledge/attack/vocabulary.ts";
import type { ReleaseContent } from "../../../src/knowledge/attack/release-content.ts";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { releasePath } from "../../data/data-folder.ts";
import type { LabelSpace } from "../label-space.ts";
import { readReports, type Report } from "../labelled-reports.ts";
import { indexOf, readBundleFile } from "../read-bundle.ts";
import { readSource } from "../read-source.ts";
import type { Source } from "../train-model.ts";
import { tramSpace } from "../tram-classes.ts";

/** The shipped release, what its model is trained on, and the reports that it is measured on. */
export interface EvaluationData {
  content: ReleaseContent;
  release: ReleaseIndex;
  source: Source;
  space: LabelSpace;
  reports: Report[];
}

/** Reads all of that from the data folder. */
export async function readData(data: string): Promise<EvaluationData> {
  const content = await readEnterprise(data, SEED.version);
  const release = indexOf(content);
  return {
    content,
    release,
    source: readSource(content, release),
    space: tramSpace(release),
    reports: readReports(join(data, "tram", "documents.jsonl.gz"), release),
  };
}

/** A release of the domain that a model is shipped for. */
export async function readEnterprise(data: string, version: string): Promise<ReleaseContent> {
  return await readBundleFile(join(data, releasePath(SEED.domain, version)));
}
