import type { ActiveRun } from "../end-run.ts";
import type { CollectionDeps } from "../deps.ts";
import type { PreviewedItem } from "../schema.ts";
import type { LearnedState, RunOutcome } from "../store.ts";
import type { FilterName, SourceOrigin } from "../vocabulary.ts";
import type { SourceSearch } from "./source-search.ts";

/** A source found at an address. */
export interface FoundSource {
  url: string;
  title: string | null;
  origin: SourceOrigin;
  /** How many items it lists, or null if unknown. */
  item_count: number | null;
  items: PreviewedItem[];
  /** Other sources found with it. */
  others: { url: string; title: string | null }[];
}

/** An active run, including whether it resumes and what its earlier parts could not use. */
export interface RunPart extends ActiveRun {
  /** When this part must yield to others (milliseconds since 1970). */
  endsAt: number;
  skipped: Skipped;
  /** Called between steps to renew the lease of the job. Rejects if another worker took over. */
  report: () => Promise<void>;
}

/** Items that a run could not use, and the reason for the first. */
export interface Skipped {
  count: number;
  first: string | null;
}

/** How a part of a run ended. */
export type Polled =
  | { ended: RunOutcome; learned: Partial<LearnedState> }
  /** There is more to do in another part. */
  | { ended: null };

/** The definition of a kind of source. Add new kinds to `SOURCE_KIND_TABLE`. */
export interface SourceKindEntry {
  /** The noun for its address in messages. */
  noun: string;
  /** The filters that it supports. */
  filters: readonly FilterName[];
  /** Returns whether to try addresses of this form as this kind first. */
  looksLike(url: URL): boolean;
  /** Returns the address for storage. @throws NoSource if it cannot be of this kind */
  normalize(url: URL): string;
  /**
   * Finds a source at an address.
   * @throws NoSource if there is none, OutboundError if it does not respond
   */
  find(search: SourceSearch, address: string): Promise<FoundSource>;
  /**
   * Collects new content since the last run, from the state stored with the source.
   * @throws OutboundError, UnreadableFeed, AppError `quota_exceeded`: they fail the run
   */
  poll(deps: CollectionDeps, part: RunPart): Promise<Polled>;
}

/** The reason why an address leads to no source of a kind, as a sentence. */
export class NoSource extends Error {
  /** Whether trying other kinds is pointless. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}
