import type { ReleaseIndex } from "../../../../knowledge/attack/release-index.ts";
import { toHex } from "../../../../platform/lib/to-hex.ts";
import { outlineOf } from "../../../intake/matches-of.ts";
import { currentIndex } from "../../../intake/prepare-reports.ts";
import { recognise } from "../../../intake/recognise.ts";
import { submitReports } from "../../../intake/submit-reports.ts";
import { type NewReport } from "../../../intake/new-report.ts";
import { noCounts } from "../../../intake/observable-counts.ts";
import type { CollectionDeps } from "../../deps.ts";
import type { Feed, FeedItem } from "../../feeds/feed.ts";
import type { Run, Source } from "../../store.ts";
import { isAdmitted } from "../is-admitted.ts";

/** Items recognized and stored per step. */
const STEP = 1_000;

/**
 * Enters the feed items that the source's keywords admit as reports. Returns the counts of the run.
 * @param report called between steps to renew the lease of the job
 */
export async function enterItems(
  deps: CollectionDeps,
  source: Source,
  run: Run,
  { items, title }: Pick<Feed, "items" | "title">,
  report: () => Promise<void>,
): Promise<Partial<Run>> {
  const index = await currentIndex(deps);
  const admitted = items.filter((item) => isAdmitted(source, item));
  const counts = noCounts();
  for (let from = 0; from < admitted.length; from += STEP) {
    const reports: NewReport[] = [];
    for (const item of admitted.slice(from, from + STEP)) {
      reports.push(await toReport(source, item, title, index));
    }
    const { counts: added } = await submitReports(deps, reports);
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += added[name];
    await report();
  }
  // Counted in the store, so that a resumed run counts nothing twice.
  const created = await deps.intake.countSince(source.id, run.started_at);
  return {
    items_seen: items.length,
    items_created: created,
    duplicates: admitted.length - created,
    filtered: items.length - admitted.length,
    ...counts,
  };
}

async function toReport(
  source: Source,
  item: FeedItem,
  feedTitle: string | null,
  index: ReleaseIndex | null,
): Promise<NewReport> {
  const outline = outlineOf(item);
  return {
    title: item.title,
    url: item.url,
    summary: item.summary,
    text: item.text,
    publisher: feedTitle ?? source.name,
    published_at: item.published_at,
    outline,
    ...recognise(outline, index),
    foreign_key: await foreignKey(source, item),
    source_id: source.id,
    import_id: null,
    indicators: [],
  };
}

/**
 * Returns the key of an item. A guid is unique in its feed. An item without guid and link is identified by its
 * content.
 */
async function foreignKey(source: Source, item: FeedItem): Promise<string | null> {
  if (item.guid !== null && item.guid.length <= 1_000) return `feed:${source.url_key} ${item.guid}`;
  if (item.url !== null) return null;
  const content = `${item.title}\n${item.published_at ?? ""}\n${item.text}`;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
  return `feed:${source.url_key} sha256:${toHex(hash)}`;
}
