import { TLP_MARKINGS } from "./vocabulary.ts";

type Level = (typeof TLP_MARKINGS)[number];

/** A person's decision, and the marking printed in the text. */
export interface Marked {
  tlp: Level | null;
  tlp_in_text: Level | null;
}

/** A marking, and whether a person decided it or a text prints it. */
export interface GivenMarking {
  level: Level;
  decided: boolean;
}

/** Returns the strictest marking, or null. A decision replaces the marking printed in the same text. */
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
