import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { isUnsure, type NamedTechnique } from "./summary-techniques.ts";
import { DEEDS, NEEDS_PARENT, OF_THINGS, OTHER_DEED, sayList, STAGES } from "./summary-words.ts";

/** Techniques that one sentence names. */
const MAX_NAMED = 5;

interface Tactic {
  words: string;
  stage: number;
  /** Surest first. */
  techniques: readonly NamedTechnique[];
}

/**
 * What was done, a sentence for each stage of the attack with its tactics in the order of the
 * release; the surest techniques of each stand in brackets.
 */
export function sayActs(techniques: readonly NamedTechnique[], release: ReleaseIndex): string[] {
  const tactics = gatherByTactic(techniques, release);
  const told = STAGES.map((opening, stage) => ({
    opening,
    tactics: tactics.filter((tactic) => tactic.stage === stage),
  })).filter((sentence) => sentence.tactics.length > 0);
  return told.map((sentence, place) => {
    const subject = place === 0 ? "The actors" : sentence.opening === "" ? "They" : "they";
    const opening = place === 0 ? "" : sentence.opening;
    const deeds = chooseTechniques(sentence.tactics).map((tactic) => sayDeed(tactic, release));
    return `${opening}${subject} ${sayList(deeds)}.`;
  });
}

function gatherByTactic(techniques: readonly NamedTechnique[], release: ReleaseIndex): Tactic[] {
  const byTactic = Map.groupBy(techniques, ({ tactic }) => tactic);
  const order = new Map(release.tactics.map(({ shortname }, place) => [shortname, place]));
  const placeOf = (tactic: string) => order.get(tactic) ?? order.size;
  return [...byTactic]
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([tactic, found]) => ({ ...(DEEDS.get(tactic) ?? OTHER_DEED), techniques: found }));
}

/** One technique of each tactic, then a second one of another kind, and as sure, while there is room. */
function chooseTechniques(tactics: readonly Tactic[]): Tactic[] {
  let room = MAX_NAMED - tactics.length;
  return tactics.map((tactic) => {
    const [first, ...others] = tactic.techniques;
    if (first === undefined) return tactic;
    const second = others.find(
      (other) =>
        parentOf(other.attack_id) !== parentOf(first.attack_id) &&
        isUnsure(other) === isUnsure(first),
    );
    if (second === undefined || room < 1) return { ...tactic, techniques: [first] };
    room -= 1;
    return { ...tactic, techniques: [first, second] };
  });
}

/** `got in (Phishing, T1566; possibly Valid Accounts, T1078)` */
function sayDeed({ words, techniques }: Tactic, release: ReleaseIndex): string {
  const names = techniques.map((technique) => sayTechnique(technique, release)).join("; ");
  return `${words} (${names})`;
}

function sayTechnique(technique: NamedTechnique, release: ReleaseIndex): string {
  const { name, attack_id, tactic } = technique;
  const family = parentOf(attack_id);
  const parent = family === attack_id ? undefined : release.techniques.get(family);
  const isVague = OF_THINGS.has(tactic) || NEEDS_PARENT.test(name);
  const hedge = isUnsure(technique) ? "possibly " : "";
  return `${hedge}${parent !== undefined && isVague ? `${parent.name}: ` : ""}${name}, ${attack_id}`;
}
