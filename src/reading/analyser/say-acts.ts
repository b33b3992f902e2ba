import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type { Subject } from "./say-who.ts";
import { isUnsure, type NamedTechnique } from "./summary-techniques.ts";
import {
  type Deed,
  DEEDS,
  gerundOf,
  NEEDS_PARENT,
  OF_THINGS,
  OTHER_DEED,
  pastOf,
  sayList,
  STAGES,
} from "./summary-words.ts";

interface Tactic {
  deed: Deed;
  /** Surest first. */
  techniques: readonly NamedTechnique[];
}

const isStopped = ({ hedge }: NamedTechnique) => hedge === "attempted" || hedge === "thwarted";

/**
 * What was done, a sentence for each stage of the attack with its tactics in the order of the release. What was
 * only attempted is said apart from what was done.
 * @param most tactics to name at most, those of the surest techniques
 */
export function sayActs(
  techniques: readonly NamedTechnique[],
  release: ReleaseIndex,
  subject: Subject,
  most: number,
): string[] {
  const tactics = gatherByTactic(techniques, release, most);
  const sentences = STAGES.map((opening, stage) => ({
    opening,
    tactics: tactics.filter(({ deed }) => deed.stage === stage),
  })).filter((sentence) => sentence.tactics.length > 0);
  return sentences.map(({ opening, tactics: ofStage }, place) => {
    const deeds = sayList(ofStage.map((tactic) => sayDeed(tactic, release, subject)));
    if (place === 0) return `${subject.first} ${deeds}.`;
    const again = opening === "" ? subject.again : subject.again.toLowerCase();
    return `${opening}${again} ${deeds}.`;
  });
}

function gatherByTactic(
  techniques: readonly NamedTechnique[],
  release: ReleaseIndex,
  most: number,
): Tactic[] {
  const byTactic = Map.groupBy(techniques, (one) => `${one.tactic} ${isStopped(one) ? 1 : 0}`);
  const order = new Map(release.tactics.map(({ shortname }, place) => [shortname, place]));
  const placeOf = (tactic: string) => order.get(tactic) ?? order.size;
  return [...byTactic.values()]
    .slice(0, most)
    .map((found) => ({ tactic: found[0]?.tactic ?? "", found }))
    .sort(
      (a, b) =>
        placeOf(a.tactic) - placeOf(b.tactic) ||
        Number(a.found.some(isStopped)) - Number(b.found.some(isStopped)),
    )
    .map(({ tactic, found }) => ({
      deed: DEEDS.get(tactic) ?? OTHER_DEED,
      techniques: chooseTechniques(found),
    }));
}

/** The surest, and a second one of another kind that is as sure. */
function chooseTechniques([first, ...others]: readonly NamedTechnique[]): NamedTechnique[] {
  if (first === undefined) return [];
  const second = others.find(
    (other) =>
      parentOf(other.attack_id) !== parentOf(first.attack_id) &&
      isUnsure(other) === isUnsure(first) &&
      other.hedge === first.hedge,
  );
  return second === undefined ? [first] : [first, second];
}

/** `gained access (Phishing, T1566)`, `may have gained access (…)`, `attempted to gain access (…; blocked)` */
function sayDeed({ deed, techniques }: Tactic, release: ReleaseIndex, subject: Subject): string {
  const names = techniques.map((technique) => sayTechnique(technique, release)).join("; ");
  const base = `${deed.verb} ${deed.object}`;
  switch (techniques[0]?.hedge) {
    case "thwarted":
      return `${subject.isGerund ? "attempting" : "attempted"} to ${base} (${names}; unsuccessful)`;
    case "attempted":
      return `${subject.isGerund ? "attempting" : "attempted"} to ${base} (${names})`;
    case "may":
      return subject.isGerund
        ? `possibly ${gerundOf(deed)} (${names})`
        : `may have ${pastOf(deed)} (${names})`;
    case "likely":
    case "possibly":
      return `${techniques[0].hedge} ${subject.isGerund ? gerundOf(deed) : pastOf(deed)} (${names})`;
    default:
      return `${subject.isGerund ? gerundOf(deed) : pastOf(deed)} (${names})`;
  }
}

function sayTechnique({ name, attack_id, tactic }: NamedTechnique, release: ReleaseIndex): string {
  const family = parentOf(attack_id);
  const parent = family === attack_id ? undefined : release.techniques.get(family);
  const isVague = OF_THINGS.has(tactic) || NEEDS_PARENT.test(name);
  return `${parent !== undefined && isVague ? `${parent.name}: ` : ""}${name}, ${attack_id}`;
}
