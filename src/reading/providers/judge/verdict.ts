import type { Verdict } from "../../recognition/found-technique.ts";

/** An answer to one pair, without the place of its passage. */
export type Answer = Pick<Verdict, "verdict" | "other_id" | "reason">;

/** A stored answer, with what else the model saw in the passage. */
export interface KnownAnswer extends Answer {
  /** Ids of techniques that nobody had asked about. */
  missed: string[];
}

/** Where answers are stored, so that no pair is asked about twice. */
export interface VerdictCache {
  /** The stored answers to some keys. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, KnownAnswer>>;
  /** Stores answers with a session; what is there already stays. */
  store(sessionId: string, answers: ReadonlyMap<string, KnownAnswer>): Promise<void>;
}
