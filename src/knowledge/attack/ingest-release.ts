import type { IngestDeps } from "./deps.ts";
import { jsonChunks } from "../../platform/d1/json-chunks.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { buildIndex } from "./build-index.ts";
import type { ObjectRecord, ReleaseContent } from "./release-content.ts";
import type { ContentTable, NewRelease } from "./release-store.ts";
import { type ReleaseOrigin, versionRank } from "./vocabulary.ts";

/** Characters of rows written per step: a few milliseconds of work. */
const SLICE_CHARS = 192 * 1024;

export interface IngestRequest {
  content: ReleaseContent;
  origin: ReleaseOrigin;
  /** SHA-256 of the source of the content, in hex. */
  sha256: string;
  /** Called as rows are written. A rejection ends the ingest and leaves nothing visible. */
  onProgress(done: number, total: number): Promise<void>;
}

/**
 * Stores a release in addition to existing ones. Its rows stay invisible until all of them are written and counted and
 * its index and model are stored. Then one batch publishes it. An interruption leaves only staged rows, which
 * housekeeping removes.
 */
export async function ingestRelease(deps: IngestDeps, request: IngestRequest): Promise<void> {
  const { content } = request;
  const release = describe(request, deps.now());
  const id = await deps.releases.stage(release);
  // Built first, because an isolate has no memory left for them later.
  await deps.detections.put(id, content.detections);
  const rows = toRows(content);
  const total = Object.values(rows).reduce((sum, list) => sum + list.length, 0);
  let done = 0;
  for (const [table, list] of Object.entries(rows) as [ContentTable, object[]][]) {
    for (const { json, count } of jsonChunks(list, SLICE_CHARS)) {
      await deps.releases.addRows(id, table, json);
      done += count;
      await yieldToOthers();
      await request.onProgress(done, total);
    }
  }
  await verifyCounts(deps, id, rows);
  await yieldToOthers();
  await deps.indexes.put(id, buildIndex(content));
  await yieldToOthers();
  await deps.releaseModels.build(id, content);
  await deps.releases.publish({ ...release, id }, deps.now());
}

function describe({ content, origin, sha256 }: IngestRequest, now: string): NewRelease {
  const active = (records: ObjectRecord[]) =>
    records.filter(({ state }) => state === "active").length;
  return {
    domain: content.domain,
    version: content.version,
    version_rank: versionRank(content.version),
    origin,
    content_sha256: sha256,
    technique_count: active(content.techniques),
    group_count: active(content.groups),
    campaign_count: active(content.campaigns),
    staged_at: now,
  };
}

function toRows(content: ReleaseContent): Record<ContentTable, object[]> {
  return {
    tactics: content.tactics.map((tactic, position) => ({ ...tactic, position })),
    techniques: content.techniques,
    groups: content.groups,
    campaigns: content.campaigns,
    software: content.software,
    uses: content.uses,
    attributions: content.attributions,
  };
}

async function verifyCounts(
  deps: IngestDeps,
  releaseId: number,
  rows: Record<ContentTable, object[]>,
): Promise<void> {
  const counted = await deps.releases.countRows(releaseId);
  for (const [table, list] of Object.entries(rows) as [ContentTable, object[]][]) {
    if (counted[table] !== list.length) {
      throw new Error(`${table}: ${counted[table]} rows stored of ${list.length}`);
    }
  }
}
