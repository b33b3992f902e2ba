import type { Occurrence } from "../found.ts";
import type { Cue } from "./meanings.ts";
import type { CueHit } from "../../../text/phrases/cue-table.ts";
import type { Span } from "../../../text/document/document.ts";
import { findContextFeatures } from "./words/words.ts";

/** Returns the words of a sentence that characterize its values, excluding the values themselves. */
export function cuesOf(
  text: string,
  { start, end }: Span,
  occurrences: readonly Occurrence[],
  first: number,
): CueHit<Cue>[] {
  const hits: CueHit<Cue>[] = [];
  let at = start;
  for (let i = first; at < end; i += 1) {
    const value = occurrences[i];
    const to = value === undefined ? end : Math.min(value.start, end);
    if (to > at) hits.push(...findContextFeatures(text, at, to));
    if (value === undefined || value.start >= end) break;
    at = Math.max(at, value.end);
  }
  return hits;
}

/** The adjacent values. */
export interface Neighbours {
  previous: Span | null;
  next: Span | null;
  /** Whether only a comma or "and" separates it from the previous value, so that a statement applies to both. */
  isJoined: boolean;
}

interface Scope {
  /** Reach in characters, before and after the value. */
  before: number;
  behind: number;
  /** Penalty. Words of harm are common in a report, while the other words are deliberate. */
  handicap: number;
  /** Whether it applies only to the adjacent value. */
  isClose: boolean;
}

const SCOPES: Readonly<Record<Cue, Scope>> = {
  evil: { before: 220, behind: 160, handicap: 8, isClose: false },
  actor: { before: 220, behind: 160, handicap: 30, isClose: false },
  listing: { before: 160, behind: 60, handicap: 8, isClose: false },
  victim: { before: 48, behind: 40, handicap: 6, isClose: true },
  target: { before: 40, behind: 0, handicap: 12, isClose: true },
  service: { before: 110, behind: 90, handicap: 0, isClose: true },
  harmless: { before: 30, behind: 60, handicap: -40, isClose: true },
  exclusion: { before: 200, behind: 100, handicap: 0, isClose: false },
  tool: { before: 90, behind: 60, handicap: 0, isClose: true },
  quote: { before: 80, behind: 0, handicap: 6, isClose: false },
  contact: { before: 90, behind: 0, handicap: 4, isClose: true },
  extortion: { before: 0, behind: 0, handicap: 0, isClose: false },
  random: { before: 0, behind: 0, handicap: 0, isClose: false },
  pattern: { before: 60, behind: 0, handicap: 0, isClose: false },
};
/** These characterize the sentence, not a value by themselves. */
const OF_SENTENCE: ReadonlySet<Cue> = new Set(["pattern", "random", "extortion"]);
/** Words after a value are weaker evidence than words before it. */
const BEHIND = 25;
/** A value in between is the more likely subject. */
const CROSSING = 30;
/** "x (a legitimate site)" is the strongest evidence for a value. */
const APPOSITION = /^\s?[(（](?:an?|the|eine?|une?|el|la|le)?\s?$/iu;
/** Words this close before the next value belong to that one. */
const NEXT = 16;

/** These characterize the object of one verb. */
const OF_ONE_DEED: ReadonlySet<Cue> = new Set(["exclusion", "service"]);
/** "Ignores small files and uploads the rest to …": the value belongs to the second verb. */
const OTHER_DEED =
  /(?:[,;，；]|(?:^|\s)(?:and|but|then|while|und|aber|dann|et|mais|puis|y|pero|luego|и|но|затем)\s|并|然后)[^]*(?:\s(?:to|into|onto|nach|auf|à|vers|al|hacia|на|к)\s|到|至|向)/iu;
/** "Uploads to … and ignores small files". */
const NEXT_DEED = /^[\s"'”’)\]]{0,3},?\s(?:and|but|und|aber|et|mais|y|pero|и|но)\s$/iu;

/** Returns the meaning of the nearest words that reach a value, or null if there are none. */
export function nearestCue(
  text: string,
  hits: readonly CueHit<Cue>[],
  value: Span,
  others: Neighbours,
): Cue | null {
  let best: Cue | null = null;
  let least = Infinity;
  for (const hit of hits) {
    if (OF_SENTENCE.has(hit.meaning)) continue;
    const cost =
      hit.end <= value.start
        ? costBefore(text, hit, value, others)
        : costBehind(text, hit, value, others);
    if (cost < least) {
      least = cost;
      best = hit.meaning === "harmless" ? "service" : hit.meaning;
    }
  }
  return best;
}

function costBefore(
  text: string,
  hit: CueHit<Cue>,
  value: Span,
  { previous, isJoined }: Neighbours,
): number {
  const { before, handicap, isClose } = SCOPES[hit.meaning];
  const distance = value.start - hit.end;
  // A list of values is as near as its first value.
  if (distance > before + (isJoined ? before : 0)) return Infinity;
  if (OF_ONE_DEED.has(hit.meaning) && OTHER_DEED.test(text.slice(hit.end, value.start)))
    return Infinity;
  const crosses = previous !== null && hit.end <= previous.start;
  if (crosses && isClose && !isJoined) return Infinity;
  return distance + handicap + (crosses && !isJoined ? CROSSING : 0);
}

function costBehind(text: string, hit: CueHit<Cue>, value: Span, { next }: Neighbours): number {
  const { behind, handicap, isClose } = SCOPES[hit.meaning];
  const distance = hit.start - value.end;
  if (distance < 0 || distance > behind) return Infinity;
  if (hit.meaning === "exclusion" && NEXT_DEED.test(text.slice(value.end, hit.start)))
    return Infinity;
  const crosses = next !== null && hit.start >= next.end;
  if (isClose) {
    const between = text.slice(value.end, hit.start);
    if (APPOSITION.test(between)) return 0;
    const isOfNext = next !== null && hit.end <= next.start && next.start - hit.end <= NEXT;
    if (crosses || /[;:]\s/.test(between)) return Infinity;
    if (isOfNext && !/^\s*\(/.test(between)) return Infinity;
  }
  return distance + handicap + BEHIND + (crosses ? CROSSING : 0);
}

/** Above a list, meanings that exclude indicators take precedence. */
const LEAD_PRECEDENCE: readonly Cue[] = [
  "exclusion",
  "service",
  "tool",
  "victim",
  "listing",
  "evil",
  "actor",
  "contact",
  "quote",
];

/** Returns the meaning that the text above a list gives to all its values. */
export function leadCue(hits: readonly CueHit<Cue>[]): Cue | null {
  if (hits.some(({ meaning }) => meaning === "harmless")) return "service";
  return LEAD_PRECEDENCE.find((cue) => hits.some(({ meaning }) => meaning === cue)) ?? null;
}

/** Returns whether a value is an example of a pattern: "such as", "of the form". */
export function isPattern(hits: readonly CueHit<Cue>[], value: Span): boolean {
  return hits.some(
    ({ meaning, end }) =>
      meaning === "pattern" && end <= value.start && value.start - end <= SCOPES.pattern.before,
  );
}

const JOINING =
  /^[\s"'”’)\]]{0,3}(?:[,;/&|、，；]|and|or|und|oder|et|ou|y|o|и|или|和|与|及|や|と)?[\s"'“‘([]{0,3}(?:(?:and|or|und|et|y|и|then|and then) )?$/u;

/** Returns whether only a comma or "and" separates two values. */
export function areJoined(text: string, previous: Span | null, value: Span): boolean {
  if (previous === null || value.start < previous.end || value.start - previous.end > 12)
    return false;
  const between = text.slice(previous.end, value.start);
  return !between.includes("\n") && JOINING.test(between);
}
