import type { Technique } from "../../../api/session.ts";
import { describeStanding } from "../judgement/standing.ts";

export interface TacticGroup {
  shortname: string;
  name: string;
  techniques: Technique[];
}

/**
 * Techniques by tactic in the order of the matrix, surest first; tactics the release lacks come last.
 * @param filter words that id, name, evidence, note, review or standing of a technique must contain
 */
export function groupByTactic(
  techniques: readonly Technique[],
  tactics: readonly { shortname: string; name: string }[],
  filter = "",
): TacticGroup[] {
  const wanted = filter.toLowerCase().split(/\s+/u);
  const shown = techniques.filter((one) => matches(one, wanted));
  const byTactic = Map.groupBy(shown, ({ tactic }) => tactic);
  const known = tactics.flatMap(({ shortname, name }) => {
    const found = byTactic.get(shortname);
    byTactic.delete(shortname);
    return found === undefined ? [] : [{ shortname, name, techniques: bySureness(found) }];
  });
  const others = [...byTactic].map(([shortname, found]) => ({
    shortname,
    name: shortname,
    techniques: bySureness(found),
  }));
  return [...known, ...others];
}

function matches(technique: Technique, words: readonly string[]): boolean {
  const { attack_id: id, name, evidence, note, review_status: review, judgement } = technique;
  const standing = judgement === null ? "" : describeStanding(judgement.standing);
  const said = `${id} ${name} ${evidence} ${note} ${review.replace("_", " ")} ${standing}`;
  const text = said.toLowerCase();
  return words.every((word) => text.includes(word));
}

function bySureness(techniques: readonly Technique[]): Technique[] {
  return [...techniques].sort((a, b) => b.confidence - a.confidence);
}
