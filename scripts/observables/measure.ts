import type { Block } from "../../src/text/document/document.ts";
import type { RuledValue } from "../../src/pipeline/observables/found.ts";
import { keyOf } from "../../src/pipeline/observables/vocabulary.ts";
import type { LabelledCase } from "../../test/pipeline/observables/labelled/read-labelled.ts";

/** Finds the values of a text, as the service does. */
export type ReadText = (text: string, blocks?: readonly Block[]) => readonly RuledValue[];

/** Values of a kind, or of a step of confidence: found and right, found and wrong, missed. */
export interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

/** A value that is answered wrongly, and why. */
export interface Fault {
  case: string;
  fault: "missed" | "not blocked" | "wrong";
  kind: string;
  value: string;
  /** What was answered; null where nothing was. */
  role: string | null;
  /** What stands there; null where nothing does. */
  labelled: string | null;
}

export interface ObservableFigures {
  kinds: Map<string, Tally>;
  /** Of what is offered to be blocked, by its role and confidence. */
  confidence: Map<string, Tally>;
  faults: Fault[];
}

const isBlocked = ({ role }: { role: string }) => role === "indicator" || role === "mentioned";

/**
 * Precision and recall of what the reader offers to block on: values with the role `indicator` or
 * `mentioned` that nothing suppresses. Optional values and file names of system folders count
 * neither way.
 */
export function measureObservables(
  cases: readonly LabelledCase[],
  read: ReadText,
): ObservableFigures {
  const figures: ObservableFigures = { kinds: new Map(), confidence: new Map(), faults: [] };
  for (const labelled of cases) measureCase(labelled, read, figures);
  return figures;
}

function measureCase(labelled: LabelledCase, read: ReadText, figures: ObservableFigures): void {
  const { id, indicators, others, optional } = labelled;
  const found = new Map(read(labelled.text, labelled.blocks).map((value) => [keyOf(value), value]));
  const wanted = new Set(indicators.map(keyOf));
  const labels = new Map(others.map((value) => [keyOf(value), value.role]));
  const skipped = new Set(optional.map(keyOf));
  for (const { kind, normalized_value: value } of indicators) {
    const answer = found.get(keyOf({ kind, normalized_value: value }));
    const isRight = answer !== undefined && isBlocked(answer) && answer.suppressed === null;
    tallyOf(figures.kinds, kind)[isRight ? "right" : "missed"] += 1;
    if (isRight) continue;
    const role = answer === undefined ? null : (answer.suppressed?.rule ?? answer.role);
    const fault = answer === undefined ? "missed" : "not blocked";
    figures.faults.push({ case: id, fault, kind, value, role, labelled: "indicator" });
  }
  for (const [key, answer] of found) {
    if (!isBlocked(answer) || answer.suppressed !== null || skipped.has(key)) continue;
    const { kind, normalized_value: value, role, confidence } = answer;
    // A fact that is no indicator: it may be told, and never as one.
    if (labels.get(key) === "mentioned" && role === "mentioned") continue;
    const isRight = wanted.has(key);
    tallyOf(figures.confidence, `${role} ${confidence}`)[isRight ? "right" : "wrong"] += 1;
    if (isRight) continue;
    tallyOf(figures.kinds, kind).wrong += 1;
    const label = labels.get(key) ?? null;
    figures.faults.push({ case: id, fault: "wrong", kind, value, role, labelled: label });
  }
}

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? { right: 0, wrong: 0, missed: 0 };
  tallies.set(name, tally);
  return tally;
}

const share = (part: number, rest: number) =>
  part + rest === 0 ? "   -" : (part / (part + rest)).toFixed(3);

/** The figures as tables, with each value that is answered wrongly. */
export function showObservables({ kinds, confidence, faults }: ObservableFigures): string {
  const byName = (a: [string, Tally], b: [string, Tally]) => a[0].localeCompare(b[0]);
  const rows = [...kinds]
    .sort(byName)
    .map(([kind, { right, wrong, missed }]) =>
      [
        kind.padEnd(22),
        String(right + missed).padStart(6),
        share(right, wrong).padStart(9),
        share(right, missed).padStart(6),
      ].join(" "),
    );
  const steps = [...confidence]
    .sort(byName)
    .map(([step, { right, wrong }]) =>
      [step.padEnd(22), String(right + wrong).padStart(6), share(right, wrong).padStart(9)].join(
        " ",
      ),
    );
  const wrong = faults.map(
    ({ case: id, fault, kind, value, role, labelled }) =>
      `${id}: ${fault} ${kind} ${value} (answered ${role ?? "nothing"}, labelled ${labelled ?? "nothing"})`,
  );
  return [
    "kind                   labels precision recall",
    ...rows,
    "",
    "role and confidence    values true ones",
    ...steps,
    "",
    ...wrong,
  ].join("\n");
}
