import type { ObservableDeps } from "../deps.ts";
import type { ObservableSource } from "../vocabulary.ts";
import type { RereadStore } from "./store.ts";

/** A text that was read for observables before. */
export interface SourceText {
  id: string;
  text: string;
  /** What the whole text is called where it is read by that, too; null of sessions, which are not. */
  title: string | null;
  /** Host of the site that it comes from, or null. */
  publisher: string | null;
  /** When it was published, or null. */
  published_at: string | null;
  /** When it came in. */
  created_at: string;
  /** Whether its observables come from this text alone: a sender may have marked others. */
  is_all: boolean;
}

/** What reading old texts anew takes. */
export interface RereadDeps extends ObservableDeps {
  rereads: RereadStore;
  /** The next texts of reports or sessions by id, of those that came in before a time. */
  textsAfter(
    type: ObservableSource,
    after: string,
    before: string,
    limit: number,
  ): Promise<SourceText[]>;
}
