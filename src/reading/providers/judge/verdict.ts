import type { Verdict } from "../../recognition/found-technique.ts";

/** An answer to one pair, without the place of its passage. */
export type Answer = Pick<Verdict, "verdict" | "other_id" | "reason">;

/** A stored answer, with other techniques that the model found in the passage. */
export interface KnownAnswer extends Answer {
  /** Ids of techniques that the prompt did not include. */
  missed: string[];
}

/** Stores answers, so that no pair is sent twice. */
export interface VerdictCache {
  /** Returns the stored answers to some keys. */
  find(keys: readonly string[]): Promise<ReadonlyMap<string, KnownAnswer>>;
  /** Stores answers with a session, without replacing existing ones. */
  store(sessionId: string, answers: ReadonlyMap<string, KnownAnswer>): Promise<void>;
}
