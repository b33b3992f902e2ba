import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Entities } from "../entities/schema.ts";
import { sayActs } from "./say-acts.ts";
import { sayTools } from "./say-tools.ts";
import { sayWho } from "./say-who.ts";
import {
  isUnsure,
  type NamedTechnique,
  nameTechniques,
  type SummarisedTechnique,
} from "./summary-techniques.ts";

/**
 * A summary to paste into a message: four to eight sentences of our own on who did what to whom,
 * when and how, in the order of the attack. It names nothing but what was found in the text; joined
 * the parts are the summary, never empty.
 */
export function summarise(
  techniques: readonly SummarisedTechnique[],
  entities: Entities,
  release: ReleaseIndex,
): string[] {
  const named = nameTechniques(techniques, release);
  const acts = sayActs(named, release);
  const sentences = [
    sayWho(entities, named.length > 0),
    sayTools(entities),
    ...(acts.length > 0
      ? acts
      : [`No act in it could be matched to a technique of ${of(release)}.`]),
    sayGrounds(named, release),
  ];
  return sentences.map((sentence, place) => (place === 0 ? sentence : ` ${sentence}`));
}

/** How much there is to it, and what to check. */
function sayGrounds(techniques: readonly NamedTechnique[], release: ReleaseIndex): string {
  const count = new Set(techniques.map(({ attack_id }) => attack_id)).size;
  if (count === 0) return "A person should read it before anything is concluded from it.";
  const countOf = (found: readonly NamedTechnique[]) =>
    new Set(found.map(({ attack_id }) => attack_id)).size;
  const unsure = countOf(techniques.filter(isUnsure));
  const confirmed = countOf(techniques.filter(({ isConfirmed }) => isConfirmed));
  const all = count === 1 ? "one technique" : `${count} techniques`;
  const ofThem = (some: number) => (count === 1 ? "" : `${some} of them `);
  const notes = [
    ...(confirmed > 0 ? [`${ofThem(confirmed)}confirmed by a person`] : []),
    ...(unsure > 0 ? [`${ofThem(unsure)}on weak evidence`] : []),
  ];
  const note = notes.length === 0 ? "" : `, ${notes.join(" and ")}`;
  return `In all, the report supports ${all} of ${of(release)}${note}.`;
}

/** `ATT&CK Enterprise 18.1` */
function of({ domain, version }: ReleaseIndex): string {
  const [first = ""] = domain.split("-");
  const name = first === "ics" ? "ICS" : first.charAt(0).toUpperCase() + first.slice(1);
  return `ATT&CK ${name} ${version}`;
}
