import { z } from "zod";
import { successorsIn } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { cleanLine } from "../../../platform/lib/clean-text.ts";
import { parseJson } from "../language-model/parse-answer.ts";
import { passagesOf } from "./judge-prompt.ts";
import type { Pair } from "./propose-pairs.ts";
import type { Answer, KnownAnswer } from "./verdict.ts";

const MAX_REASON = 300;
/** Maximum entries, more than any call requires. */
const MAX_ENTRIES = 100;
/** Maximum techniques that a model may add per passage. */
const MAX_MISSED = 3;

/** The fields of an entry. Small models write numbers as strings, and omit empty fields. */
const verdictSchema = z.object({
  pair: z.coerce.number().int(),
  verdict: z.string().transform((word) => word.trim().toLowerCase()),
  attack_id: z.string().nullish(),
  reason: z.string().nullish(),
});
const missedSchema = z.object({ passage: z.coerce.number().int(), attack_id: z.string() });
const takenSchema = z.object({
  verdicts: z.array(z.unknown()),
  missed: z.array(z.unknown()).nullish(),
});

/**
 * Parses a model's answer about some pairs, one entry at a time. A pair without a readable entry, or with contradictory
 * ones, has no answer. If no pair has one, this is a fault.
 * @returns the answers by the number of their pair, from 0
 */
export function readVerdicts(
  text: string,
  pairs: readonly Pair[],
  release: ReleaseIndex,
): { answer: Map<number, KnownAnswer> } | { fault: string } {
  const parsed = parseJson(text, takenSchema);
  const { verdicts, missed } =
    "fault" in parsed ? { verdicts: completeEntries(text), missed: [] } : parsed.value;
  const missedIn = readMissed(missed ?? [], pairs, release);
  const answers = new Map<number, KnownAnswer>();
  const disputed = new Set<number>();
  for (const entry of verdicts) {
    const read = readEntry(entry, pairs, release);
    if (read === null) continue;
    const { at, answer } = read;
    const before = answers.get(at);
    if (before !== undefined && before.verdict !== answer.verdict) disputed.add(at);
    if (before !== undefined) continue;
    answers.set(at, { ...answer, missed: missedIn.get(pairs[at]?.passage) ?? [] });
  }
  for (const at of disputed) answers.delete(at);
  if (answers.size > 0 || pairs.length === 0) return { answer: answers };
  return "fault" in parsed ? parsed : { fault: "None of the pairs has a readable verdict." };
}

/** Returns the entries of a truncated answer, except the last. */
function completeEntries(text: string): unknown[] {
  return [...text.matchAll(/\{[^{}]*\}/g)].slice(0, MAX_ENTRIES).flatMap(([entry]) => {
    try {
      return [JSON.parse(entry) as unknown];
    } catch {
      return [];
    }
  });
}

function readEntry(
  entry: unknown,
  pairs: readonly Pair[],
  release: ReleaseIndex,
): { at: number; answer: Answer } | null {
  const { data } = verdictSchema.safeParse(entry);
  const at = (data?.pair ?? 0) - 1;
  const pair = pairs[at];
  if (data === undefined || pair === undefined) return null;
  const reason = cleanLine((data.reason ?? "").slice(0, MAX_REASON));
  switch (data.verdict) {
    case "yes":
      return { at, answer: { verdict: "yes", other_id: null, reason } };
    case "no":
      return { at, answer: { verdict: "no", other_id: null, reason } };
    case "other": {
      const other = activeId(data.attack_id ?? "", release);
      // At least, the id is wrong.
      if (other === null) return { at, answer: { verdict: "no", other_id: null, reason } };
      if (other === pair.attack_id) return null;
      return { at, answer: { verdict: "other", other_id: other, reason } };
    }
    default:
      return null;
  }
}

function readMissed(entries: readonly unknown[], pairs: readonly Pair[], release: ReleaseIndex) {
  const passages = passagesOf(pairs);
  const missed = new Map<unknown, string[]>();
  for (const entry of entries) {
    const { data } = missedSchema.safeParse(entry);
    const passage = passages[(data?.passage ?? 0) - 1];
    const id = activeId(data?.attack_id ?? "", release);
    if (passage === undefined || id === null) continue;
    const known = missed.get(passage) ?? [];
    if (!known.includes(id) && known.length < MAX_MISSED) missed.set(passage, [...known, id]);
  }
  return missed;
}

/** Returns the active id for a printed one, or null. */
function activeId(printed: string, release: ReleaseIndex): string | null {
  const id = printed.trim().toUpperCase();
  if (release.techniques.has(id)) return id;
  return successorsIn(release, id).find((successor) => release.techniques.has(successor)) ?? null;
}
