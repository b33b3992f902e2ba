import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { CollectionDeps } from "./deps.ts";
import { recognise } from "../intake/recognise.ts";
import type { NewReport } from "../intake/new-report.ts";
import { addCounts, noCounts } from "../intake/observable-counts.ts";
import { submitReports } from "../intake/submit-reports.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import { foldText } from "../../platform/lib/text.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { fetchFeed } from "./fetch-feed.ts";
import { type Feed, type FeedItem, UnreadableFeed } from "./feeds/feed.ts";
import { nextRun } from "./next-run.ts";
import type { LearnedState, Run, Source } from "./store.ts";

/** Items that are read, recognised and stored at once. */
const STEP = 500;

type Outcome = Partial<Run> & Pick<Run, "status">;

/**
 * Polls a source and ends its run. A feed that cannot be had or read fails the run, not the caller;
 * anything unforeseen rejects, and the run goes on when its job is tried again.
 * @param report called between steps, so that the job keeps its lease
 */
export async function pollSource(
  deps: CollectionDeps,
  source: Source,
  run: Run,
  report: () => Promise<void>,
): Promise<Run["status"]> {
  const finish = async (outcome: Outcome, state: Partial<LearnedState>) =>
    await endRun(deps, source, run, outcome, state);
  try {
    const { page, url, validators } = await fetchFeed(deps, source);
    if (page === null) return await finish({ status: "not_modified" }, validators);
    const feed = await deps.readers.feed(source.id, page, url);
    const counted = await enterItems(deps, source, run, feed, report);
    const error = complaintOf(feed);
    return await finish({ status: "complete", error, ...counted }, validators);
  } catch (error) {
    const reason = reasonOf(error, source.url);
    if (reason === null) throw error;
    // A quota may end a run that has entered items; the rest comes with a later one.
    const created = await deps.intake.countSince(source.id, run.started_at);
    return await finish({ status: "failed", error: reason, items_created: created }, {});
  }
}

/** Ends a run, and says when its source is due again. */
export async function endRun(
  deps: CollectionDeps,
  source: Source,
  run: Run,
  outcome: Outcome,
  state: Partial<LearnedState>,
): Promise<Run["status"]> {
  const failures = outcome.status === "failed" ? source.consecutive_failures + 1 : 0;
  const times = { startedAt: Date.parse(run.started_at), dueAt: Date.parse(source.next_run_at) };
  const due = nextRun(times, source.interval_minutes, failures);
  const ended = { ...outcome, finished_at: deps.now() };
  await deps.collection.endRun(
    run.id,
    source,
    ended,
    {
      last_run_at: run.started_at,
      last_status: outcome.status,
      last_error: outcome.error ?? null,
    },
    { ...state, next_run_at: new Date(due).toISOString(), consecutive_failures: failures },
  );
  return outcome.status;
}

/** What an analyst should know of a feed that was read all the same. */
function complaintOf({ left_out: left, broken }: Feed): string | null {
  const told = [
    ...(left > 0 ? [`The feed has ${left} items more than are read.`] : []),
    ...(broken > 0
      ? [`${broken} of its items are too broken, or have links too long, to be read.`]
      : []),
  ];
  return told.length === 0 ? null : told.join(" ");
}

function reasonOf(error: unknown, url: string): string | null {
  if (error instanceof OutboundError) return error.message;
  if (error instanceof AppError && error.code === "quota_exceeded") return error.message;
  return error instanceof UnreadableFeed ? `${url} ${error.message}.` : null;
}

async function enterItems(
  deps: CollectionDeps,
  source: Source,
  run: Run,
  { items, title }: { items: FeedItem[]; title: string | null },
  report: () => Promise<void>,
): Promise<Partial<Run>> {
  const index = await resolveIndex(deps, { domain: DEFAULT_DOMAIN }).catch(noKnowledge);
  const wanted = items.filter((item) => isWanted(source, item));
  const counts = noCounts();
  for (let from = 0; from < wanted.length; from += STEP) {
    const reports: NewReport[] = [];
    for (const item of wanted.slice(from, from + STEP)) {
      const text = `${item.title}\n${item.text}`;
      reports.push({
        ...{ title: item.title, url: item.url, summary: item.summary, text: item.text },
        publisher: title ?? source.name,
        published_at: item.published_at,
        ...recognise(text, index),
        foreign_key: await foreignKey(source, item),
        source_id: source.id,
        import_id: null,
        indicators: [],
      });
    }
    const { counts: added } = await submitReports(deps, reports);
    addCounts(counts, added);
    await report();
  }
  // Counted in the store, so that a run which was interrupted and went on counts nothing twice.
  const created = await deps.intake.countSince(source.id, run.started_at);
  return {
    items_seen: items.length,
    items_created: created,
    duplicates: wanted.length - created,
    filtered: items.length - wanted.length,
    ...counts,
  };
}

function isWanted({ include, exclude }: Source, item: FeedItem): boolean {
  if (include.length === 0 && exclude.length === 0) return true;
  const text = foldText(`${item.title}\n${item.text}`);
  const has = (words: string[]) => words.some((word) => text.includes(foldText(word)));
  return (include.length === 0 || has(include)) && !has(exclude);
}

/** A guid is unique in its feed; an item that has none and no link is told apart by what it says. */
async function foreignKey(source: Source, item: FeedItem): Promise<string | null> {
  if (item.guid !== null && item.guid.length <= 1_000) return `feed:${source.url_key} ${item.guid}`;
  if (item.url !== null) return null;
  const said = `${item.title}\n${item.published_at ?? ""}\n${item.text}`;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(said));
  return `feed:${source.url_key} sha256:${toHex(hash)}`;
}

function noKnowledge(error: unknown): null {
  if (error instanceof AppError && error.code === "knowledge_base_empty") return null;
  throw error;
}
