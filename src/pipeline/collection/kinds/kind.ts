import type { ActiveRun } from "../end-run.ts";
import type { CollectionDeps } from "../deps.ts";
import type { PreviewedItem } from "../schema.ts";
import type { LearnedState, RunOutcome } from "../store.ts";
import type { FilterName, SourceOrigin } from "../vocabulary.ts";
import type { SourceSearch } from "./source-search.ts";

/** A source that an address leads to. */
export interface FoundSource {
  url: string;
  title: string | null;
  origin: SourceOrigin;
  /** How many items it lists; null where it does not say. */
  item_count: number | null;
  items: PreviewedItem[];
  /** Other sources that were found with it. */
  others: { url: string; title: string | null }[];
}

/** A run at work: whether it resumes, and what its earlier parts could not use. */
export interface RunPart extends ActiveRun {
  /** When this part has to make room for others (milliseconds since 1970). */
  endsAt: number;
  skipped: Skipped;
  /** Called between steps; keeps the lease of the job, and rejects when another took over. */
  report: () => Promise<void>;
}

/** Items that a run could not use, and why the first of them. */
export interface Skipped {
  count: number;
  first: string | null;
}

/** How a part of a run ended. */
export type Polled =
  | { ended: RunOutcome; learned: Partial<LearnedState> }
  /** There is more to do, in another part. */
  | { ended: null };

/** What the room knows of a kind of source. A new kind is an entry of `SOURCE_KIND_TABLE`. */
export interface SourceKindEntry {
  /** What an address of it is called in a sentence. */
  noun: string;
  /** The filters that it understands. */
  filters: readonly FilterName[];
  /** Whether addresses of this form are tried as this kind first. */
  looksLike(url: URL): boolean;
  /** The address as it is stored. @throws NoSource for one that cannot be of this kind */
  normalize(url: URL): string;
  /**
   * Finds a source that an address leads to.
   * @throws NoSource where there is none, OutboundError where it does not answer
   */
  find(search: SourceSearch, address: string): Promise<FoundSource>;
  /**
   * Collects what is new since the last run, from the state that is stored with the source.
   * @throws OutboundError, UnreadableFeed, AppError `quota_exceeded`: they fail the run
   */
  poll(deps: CollectionDeps, part: RunPart): Promise<Polled>;
}

/** Why an address leads to no source of a kind, as a sentence. */
export class NoSource extends Error {
  /** Whether no other kind is worth trying. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}
