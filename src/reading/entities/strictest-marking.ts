import { TLP_MARKINGS } from "./vocabulary.ts";

type Level = (typeof TLP_MARKINGS)[number];

/** What a person decided of something, and what its text prints. */
export interface Marked {
  tlp: Level | null;
  tlp_in_text: Level | null;
}

/** A marking, and whether a person decided it or only a text prints it. */
export interface GivenMarking {
  level: Level;
  decided: boolean;
}

/** The strictest marking, where a decision replaces what the same text prints; null without any. */
export function strictestMarking(marked: readonly Marked[]): GivenMarking | null {
  const given = marked.flatMap(({ tlp, tlp_in_text: printed }): GivenMarking[] => {
    const level = tlp ?? printed;
    return level === null ? [] : [{ level, decided: tlp !== null }];
  });
  const [strictest] = given.sort(
    (a, b) =>
      TLP_MARKINGS.indexOf(b.level) - TLP_MARKINGS.indexOf(a.level) ||
      Number(b.decided) - Number(a.decided),
  );
  return strictest ?? null;
}
