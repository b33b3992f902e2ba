import { expect } from "vitest";
import { addSource, type CollectionRun, runSource } from "./collection.ts";

/** A report of the intake, as far as feeds decide it. */
export interface FeedReport {
  title: string;
  url: string | null;
  summary: string;
  publisher: string | null;
  published_at: string | null;
}

/** Polls a feed twice: what it brought in, and that nothing comes of the second time. */
export async function pollTwice(
  service: string,
  feed: string,
): Promise<{ run: CollectionRun; reports: FeedReport[] }> {
  const id = await addSource(service, feed);
  const run = await runSource(service, id);
  const query = `/api/pipeline/intake?source_id=${id}&limit=200`;
  const reports = (await (await fetch(`${service}${query}`)).json()) as FeedReport[];
  expect(await runSource(service, id)).toMatchObject({
    status: "not_modified",
    items_seen: 0,
    items_created: 0,
    duplicates: 0,
    error: null,
  });
  expect(await countReports(service, id)).toBe(run.items_created);
  return { run, reports };
}

/** How many reports a source brought in. */
export async function countReports(service: string, sourceId: string): Promise<number> {
  const query = `/api/pipeline/intake?source_id=${sourceId}&limit=1`;
  return Number((await fetch(`${service}${query}`)).headers.get("X-Total-Count"));
}
