import { findKey, type KeyTable } from "../vectors.ts";
import { formKeys } from "./form-keys.ts";

/** How a sentence that tells of an act is built, learned from sentences that do and that do not. */
export interface ActModel {
  /** Keys of forms, sorted, see `formKeys`. */
  keys: Uint32Array;
  table: KeyTable;
  /** In units of `scale`. */
  weights: Int8Array;
  scale: number;
  bias: number;
}

/** No sentence is surer than this, as a logit: the text around it may know better. */
const MOST = 6;

/** Logit of the probability that a sentence tells of somebody's act, rather than of advice or what a thing is. */
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
