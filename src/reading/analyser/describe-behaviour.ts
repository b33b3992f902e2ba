import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type { Hedge } from "./evidence-words.ts";
import type { Subject } from "./describe-actor.ts";
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
  /** Most confident first. */
  techniques: readonly NamedTechnique[];
}

const isAttempt = (hedge: Hedge | null) => hedge === "attempted" || hedge === "thwarted";
const isStopped = ({ hedge }: NamedTechnique) => isAttempt(hedge);

/**
 * Describes what was done, one sentence for each stage of the attack, with tactics in the order of the release.
 * Attempts are reported separately.
 * @param most maximum number of tactics, chosen by their most confident techniques
 */
export function describeBehaviour(
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
    const deeds = subject.isGerund ? sayInvolved(ofStage, release) : sayDone(ofStage, release);
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

/** Returns the most confident technique, and a second one of another kind with the same confidence. */
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

/** `gained access (Phishing, T1566) and may have executed code (PowerShell, T1059.001)` */
function sayDone(tactics: readonly Tactic[], release: ReleaseIndex): string {
  return sayList(
    tactics.map(({ deed, techniques }) => {
      const hedge = techniques[0]?.hedge ?? null;
      const names = sayTechniques(techniques, release);
      if (isAttempt(hedge)) return `attempted to ${deed.verb} ${deed.object} ${names}`;
      if (hedge === "may") return `may have ${pastOf(deed)} ${names}`;
      return `${hedge === null ? "" : `${hedge} `}${pastOf(deed)} ${names}`;
    }),
  );
}

/** `involved gaining access (Phishing, T1566), and possibly involved executing code (PowerShell, T1059.001)` */
function sayInvolved(tactics: readonly Tactic[], release: ReleaseIndex): string {
  const claims = Map.groupBy(tactics, ({ techniques }) => claimOf(techniques[0]?.hedge ?? null));
  const clauses = [...claims].map(([claim, claimed]) => {
    const deeds = claimed.map(({ deed, techniques }) => {
      const isTried = isAttempt(techniques[0]?.hedge ?? null);
      const what = isTried ? `attempts to ${deed.verb} ${deed.object}` : gerundOf(deed);
      return `${what} ${sayTechniques(techniques, release)}`;
    });
    return `${claim} ${sayList(deeds)}`;
  });
  return clauses.join(", and ");
}

function claimOf(hedge: Hedge | null): string {
  if (hedge === null || isAttempt(hedge)) return "involved";
  return hedge === "may" ? "may have involved" : `${hedge} involved`;
}

/** `(Phishing, T1566; unsuccessful)` */
function sayTechniques(techniques: readonly NamedTechnique[], release: ReleaseIndex): string {
  const names = techniques.map((technique) => sayTechnique(technique, release)).join("; ");
  return `(${names}${techniques[0]?.hedge === "thwarted" ? "; unsuccessful" : ""})`;
}

function sayTechnique({ name, attack_id, tactic }: NamedTechnique, release: ReleaseIndex): string {
  const family = parentOf(attack_id);
  const parent = family === attack_id ? undefined : release.techniques.get(family);
  const isVague = OF_THINGS.has(tactic) || NEEDS_PARENT.test(name);
  return `${parent !== undefined && isVague ? `${parent.name}: ` : ""}${name}, ${attack_id}`;
}
