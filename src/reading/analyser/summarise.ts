import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { FoundTechnique } from "../recognition/found-technique.ts";
import type { GroupFinding } from "../recognition/group-names.ts";
import { isProse } from "./is-prose.ts";
import type { Sentence } from "../recognition/sentences.ts";

/** What the summary needs of a technique. */
type Summarised = Pick<FoundTechnique, "attack_id" | "confidence" | "evidence" | "evidence_start">;

/** A technique of the summary: what the release calls it, and what the report says of it. */
interface SummaryEntry {
  attack_id: string;
  name: string;
  confidence: number;
  /** The report's sentence, or null where it is no sentence that one would quote. */
  quote: string | null;
  start: number;
}

const NOTHING_FOUND = "No technique was recognised. ";
const MAX_TACTICS = 14;
const MAX_LISTED = 4;
const MAX_GROUPS = 5;
const MIN_QUOTE = 40;
const MAX_QUOTE = 300;
const MAX_BEGINNING = 400;
/** What every report carries and none is about. */
const BOILERPLATE = new RegExp(
  [
    String.raw`https?:\/\/`,
    "hxxps?:",
    String.raw`www\.`,
    "TLP:",
    "©",
    "copyright",
    "all rights reserved",
    "subscribe",
    "cookie",
    "click here",
    "contact us",
    "for more information",
    String.raw`@\S+\.\S`,
  ].join("|"),
  "i",
);

/**
 * A summary in parts of a sentence each: by whom if somebody is named, then what was done, a line
 * for each tactic in matrix order, each with its strongest evidence in the report's own words. Nothing
 * in it is invented; joined the parts are the summary, never empty.
 */
export function summarise(
  text: string,
  sentences: readonly Sentence[],
  techniques: readonly Summarised[],
  groups: readonly GroupFinding[],
  release: ReleaseIndex,
): string[] {
  const byTactic = gatherByTactic(techniques, release);
  const named = nameGroups(groups);
  if (byTactic.length === 0) {
    return [...named, NOTHING_FOUND, beginningOf(text, sentences)];
  }
  const count = new Set(
    byTactic.flatMap(({ entries }) => entries.map(({ attack_id }) => attack_id)),
  ).size;
  const shown = `${plural(count, "technique")} across ${plural(byTactic.length, "tactic")}`;
  const quoted = new Set<number>();
  const parts = byTactic
    .slice(0, MAX_TACTICS)
    .map(({ tactic, entries }) => `${tactic}: ${describeTactic(entries, quoted)}\n`);
  const opening = `${named.length > 0 ? "It" : "The report"} describes ${shown}.\n`;
  return [
    ...named,
    opening,
    ...parts.slice(0, -1),
    ...parts.slice(-1).map((part) => part.trimEnd()),
  ];
}

/** "The report names APT29 (as Cozy Bear) and FIN7." */
function nameGroups(groups: readonly GroupFinding[]): string[] {
  if (groups.length === 0) return [];
  const names = groups.slice(0, MAX_GROUPS).map(({ name, mentioned }) => {
    const others = mentioned.filter((spelling) => spelling !== name);
    return others.length === 0 ? name : `${name} (as ${others.slice(0, 3).join(", ")})`;
  });
  if (groups.length > MAX_GROUPS) names.push(plural(groups.length - MAX_GROUPS, "other group"));
  const list =
    names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return [`The report names ${list}. `];
}

function gatherByTactic(techniques: readonly Summarised[], release: ReleaseIndex) {
  const byTactic = new Map<string, SummaryEntry[]>();
  for (const found of techniques) {
    const id = release.replacements.get(found.attack_id) ?? found.attack_id;
    const known = release.techniques.get(id);
    if (known === undefined) continue;
    const tactic = known.tactics[0] ?? "";
    const entry = { attack_id: id, name: known.name, ...quoteOf(found) };
    byTactic.set(tactic, [...(byTactic.get(tactic) ?? []), entry]);
  }
  const order = [...release.tactics, { shortname: "", name: "Techniques" }];
  return order.flatMap(({ shortname, name }) => {
    const entries = byTactic.get(shortname);
    if (entries === undefined) return [];
    // What can be quoted comes first, then what is surest.
    entries.sort(
      (a, b) =>
        Number(b.quote !== null) - Number(a.quote !== null) ||
        b.confidence - a.confidence ||
        compareText(a.attack_id, b.attack_id),
    );
    return [{ tactic: name, entries }];
  });
}

function quoteOf({ confidence, evidence, evidence_start: start }: Summarised) {
  const words = fold(evidence);
  const isReadable = words.length >= MIN_QUOTE && !BOILERPLATE.test(words) && isProse(words);
  return { confidence, quote: isReadable ? shorten(words, MAX_QUOTE) : null, start: start ?? 0 };
}

/** The techniques of a tactic; the first one's sentence is quoted unless an earlier tactic did. */
function describeTactic(entries: readonly SummaryEntry[], quoted: Set<number>): string {
  const best =
    entries.find(({ quote, start }) => quote !== null && !quoted.has(start)) ?? entries[0];
  const ordered = [...entries].sort((a, b) => Number(b === best) - Number(a === best));
  const listed = ordered
    .slice(0, MAX_LISTED)
    .map(({ name, attack_id }) => `${name} (${attack_id})`);
  if (entries.length > MAX_LISTED) listed.push(`${entries.length - MAX_LISTED} more`);
  const names = listed.join(", ");
  if (best === undefined || best.quote === null || quoted.has(best.start)) return `${names}.`;
  quoted.add(best.start);
  return `${names}: “${best.quote}”`;
}

function beginningOf(text: string, sentences: readonly Sentence[]): string {
  const first = sentences[0];
  if (first === undefined) return "The report holds no words.";
  const words = fold(text.slice(first.start, first.start + 4 * MAX_BEGINNING));
  return `The report begins: ${shorten(words, MAX_BEGINNING)}`;
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function fold(words: string): string {
  return words.replace(/\s+/gu, " ").trim().toWellFormed();
}

function shorten(words: string, limit: number): string {
  if (words.length <= limit) return words;
  const cut = words.slice(0, limit - 2);
  const space = cut.lastIndexOf(" ");
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).toWellFormed()} …`;
}
