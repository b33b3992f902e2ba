import { findKey, type KeyTable } from "../vectors.ts";
import { formKeys } from "./form-keys.ts";

/** The form of sentences about adversary activity, learned from sentences with and without it. */
export interface ActModel {
  /** Sorted keys of forms, see `formKeys`. */
  keys: Uint32Array;
  table: KeyTable;
  /** In units of `scale`. */
  weights: Int8Array;
  scale: number;
  bias: number;
}

/** Largest logit. The surrounding text may contradict a sentence. */
const MOST = 6;

/** Returns the logit of the probability that a sentence describes someone's activity, not advice or a definition. */
export function scoreAct(text: string, { table, weights, scale, bias }: ActModel): number {
  const keys = formKeys(text);
  let sum = 0;
  for (const key of keys) {
    const at = findKey(table, key);
    if (at >= 0) sum += weights[at] ?? 0;
  }
  const logit = bias + (sum * scale) / Math.sqrt(Math.max(1, keys.length));
  return Math.max(-MOST, Math.min(MOST, logit));
}
