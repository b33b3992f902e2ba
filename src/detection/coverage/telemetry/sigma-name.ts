import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { foldText } from "../../../platform/lib/text.ts";

const PREFIX = "sigma:";
const WORDS = ["category", "product", "service"] as const;

/** Returns whether a name denotes a Sigma log source. */
export function isSigmaName(name: string): boolean {
  return foldText(name).startsWith(PREFIX);
}

/**
 * Parses a Sigma log source such as `sigma:product=okta,service=okta`, for telemetry without an ATT&CK name. Returns
 * null for any other name, or an incomplete one.
 */
export function parseSigmaName(name: string): SigmaSource | null {
  if (!isSigmaName(name)) return null;
  const words: SigmaSource = {};
  for (const part of foldText(name).slice(PREFIX.length).split(",")) {
    const [key = "", value = ""] = part.split("=", 2).map((side) => side.trim());
    const word = WORDS.find((one) => one === key);
    if (word === undefined || value === "" || words[word] !== undefined) return null;
    words[word] = value;
  }
  return words;
}

/** Returns the inventory name of a Sigma log source. */
export function sigmaNameOf(words: SigmaSource): string {
  const parts = WORDS.flatMap((word) => {
    const value = foldText(words[word] ?? "");
    return value === "" ? [] : [`${word}=${value}`];
  });
  return `${PREFIX}${parts.join(",")}`;
}

/** Folds the terms of a log source for comparison. Returns null if there are none. */
export function foldWords(words: SigmaSource | null): SigmaSource | null {
  const folded = WORDS.flatMap((word) => {
    const value = foldText(words?.[word] ?? "");
    return value === "" ? [] : [[word, value] as const];
  });
  return folded.length === 0 ? null : Object.fromEntries(folded);
}
