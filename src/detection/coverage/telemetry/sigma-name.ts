import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { foldText } from "../../../platform/lib/text.ts";

const PREFIX = "sigma:";
const WORDS = ["category", "product", "service"] as const;

/** Whether a name is meant as a log source of Sigma. */
export function isSigmaName(name: string): boolean {
  return foldText(name).startsWith(PREFIX);
}

/**
 * The log source of Sigma that a name such as `sigma:product=okta,service=okta` stands for, for
 * telemetry that ATT&CK has no name for; null for any other name, and for one that is not whole.
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

/** The name under which an inventory can have a log source of Sigma. */
export function sigmaNameOf(words: SigmaSource): string {
  const parts = WORDS.flatMap((word) => {
    const value = foldText(words[word] ?? "");
    return value === "" ? [] : [`${word}=${value}`];
  });
  return `${PREFIX}${parts.join(",")}`;
}

/** The words of a log source in the form in which they are compared; null for one that says none. */
export function foldWords(words: SigmaSource | null): SigmaSource | null {
  const folded = WORDS.flatMap((word) => {
    const value = foldText(words?.[word] ?? "");
    return value === "" ? [] : [[word, value] as const];
  });
  return folded.length === 0 ? null : Object.fromEntries(folded);
}
