import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Entities } from "../entities/schema.ts";
import { describeBehaviour } from "./describe-behaviour.ts";
import { describeTools } from "./describe-tools.ts";
import { describeActor } from "./describe-actor.ts";
import {
  isUnsure,
  type NamedTechnique,
  nameTechniques,
  type SummarisedTechnique,
} from "./summary-techniques.ts";

/** Maximum words of a summary, about half a minute to read. The least certain parts are cut. */
const MAX_WORDS = 120;
const MOST_TACTICS = 10;
const LEAST_TACTICS = 3;

/**
 * Writes an English summary to paste into a message: who did what to whom, when, with what and how, in the order of the
 * attack. It states only techniques and entities of the session, and hedges like the evidence. The joined parts form
 * the summary, never empty.
 */
export function summarise(
  techniques: readonly SummarisedTechnique[],
  entities: Entities,
  release: ReleaseIndex,
): string[] {
  const named = nameTechniques(techniques, release);
  const { sentence, subject, malware } = describeActor(entities, named);
  const tools = describeTools(entities, malware);
  const write = (most: number) => [
    sentence,
    ...(tools === null ? [] : [tools]),
    ...(named.length > 0
      ? describeBehaviour(named, release, subject, most)
      : [`No adversary activity in it was matched to a technique of ${of(release)}.`]),
    sayGrounds(named, release),
  ];
  let most = MOST_TACTICS;
  while (most > LEAST_TACTICS && countWords(write(most)) > MAX_WORDS) most -= 1;
  return write(most).map((part, place) => (place === 0 ? part : ` ${part}`));
}

function countWords(sentences: readonly string[]): number {
  return sentences.join(" ").split(" ").length;
}

/** Describes how well the summary is supported, and what to check. */
function sayGrounds(techniques: readonly NamedTechnique[], release: ReleaseIndex): string {
  const count = new Set(techniques.map(({ attack_id }) => attack_id)).size;
  if (count === 0) return "A person should read it before anything is concluded from it.";
  const countOf = (found: readonly NamedTechnique[]) =>
    new Set(found.map(({ attack_id }) => attack_id)).size;
  const unsure = countOf(techniques.filter(isUnsure));
  const confirmed = countOf(techniques.filter(({ isConfirmed }) => isConfirmed));
  const all = count === 1 ? "one technique" : `${count} techniques`;
  const ofThem = (some: number) => (count === 1 ? "" : `${sayShare(some, count)} of them `);
  const notes = [
    ...(confirmed > 0 ? [`${ofThem(confirmed)}confirmed by a person`] : []),
    ...(unsure > 0 ? [`${ofThem(unsure)}on weak evidence`] : []),
  ];
  const note = notes.length === 0 ? "" : `, ${notes.join(" and ")}`;
  return `In all, the report supports ${all} of ${of(release)}${note}.`;
}

/** Returns `one`, `3`, `both` or `all` of them. */
function sayShare(some: number, all: number): string {
  if (some === all) return all === 2 ? "both" : "all";
  return some === 1 ? "one" : String(some);
}

/** `ATT&CK Enterprise 18.1` */
function of({ domain, version }: ReleaseIndex): string {
  const [first = ""] = domain.split("-");
  const name = first === "ics" ? "ICS" : first.charAt(0).toUpperCase() + first.slice(1);
  return `ATT&CK ${name} ${version}`;
}
