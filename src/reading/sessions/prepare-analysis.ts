import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { openDocument } from "../../text/outline/open-document.ts";
import { BALANCED } from "../analyser/strictness.ts";
import type { AnalysisProvider } from "../providers/analysis-provider.ts";
import { findOutcome } from "./analyse-report.ts";
import type { SessionDeps } from "./deps.ts";

/** It has something of all that an analysis looks for. */
const SAMPLE =
  "In March 2024, APT29 used Mimikatz to dump credentials (T1003.001) of governments in Poland.";

const prepared = new WeakSet<ReleaseIndex>();

/**
 * Builds what all analyses of a release by the embedded analyzer share, by analyzing a sentence of ours.
 * That takes some 0.2 s of processor time once, which a request has while it waits for its file to be read.
 */
export async function prepareAnalysis(
  deps: SessionDeps,
  provider: AnalysisProvider,
  release: ReleaseIndex,
): Promise<void> {
  if (provider.kind !== "embedded" || prepared.has(release)) return;
  prepared.add(release);
  // What was sent before has to leave first.
  await yieldToOthers();
  const known = await deps.knownIds.open();
  const input = { provider, release, strictness: BALANCED, document: openDocument(SAMPLE) };
  await findOutcome(deps, input, known, [], null, new AbortController().signal);
}
