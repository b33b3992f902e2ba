import type { ObservableDeps } from "../deps.ts";
import type { ObservableSource } from "../vocabulary.ts";
import type { RereadStore } from "./store.ts";

/** A text that was analyzed for observables before. */
export interface SourceText {
  id: string;
  text: string;
  /** The title of the whole text, if its analysis uses one. Null for sessions, whose analysis does not. */
  title: string | null;
  /** Host of the site that published it, or null. */
  publisher: string | null;
  /** When it was published, or null. */
  published_at: string | null;
  /** When it arrived. */
  created_at: string;
  /** Whether its observables come only from this text. A sender may have marked others. */
  is_all: boolean;
}

/** Dependencies for analyzing old texts again. */
export interface RereadDeps extends ObservableDeps {
  rereads: RereadStore;
  /** Returns the next texts of reports or sessions by ID that arrived before a time. */
  textsAfter(
    type: ObservableSource,
    after: string,
    before: string,
    limit: number,
  ): Promise<SourceText[]>;
}
