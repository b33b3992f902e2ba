import type { TechniqueRow } from "../sessions/technique-store.ts";
import { type TechniqueField, TECHNIQUE_FIELDS } from "../sessions/vocabulary.ts";

/** The columns of a technique that the history stores. */
export type TechniqueState = Omit<
  TechniqueRow,
  "session_id" | "position" | "changed_by" | "changed_at" | keyof typeof NOT_ANALYSED
>;

/** Analysis columns in the row of a technique that a person added. */
export const NOT_ANALYSED = {
  warnings: [],
  hit: null,
  features: [],
  runners_up: [],
  nearest_procedure: null,
  judgement: null,
} satisfies Partial<TechniqueRow>;

/** The columns of each field that people change. */
const COLUMNS: Record<TechniqueField, readonly (keyof TechniqueState)[]> = {
  attack_id: ["attack_id", "name", "tactic", "replaced_from", "origin", "found_as"],
  tactic: ["tactic"],
  evidence: ["evidence", "evidence_start", "evidence_end", "verified"],
  passages: ["passages"],
  confidence: ["confidence"],
  note: ["note"],
  review_status: ["review_status"],
};

/** Returns the columns of a technique that the history stores. */
export function stateOf(row: TechniqueRow): TechniqueState {
  const columns = new Set(TECHNIQUE_FIELDS.flatMap((field) => COLUMNS[field]));
  return { ...pick(row, [...columns]), decided: row.decided } as TechniqueState;
}

/** Returns the same with the analysis columns, which are enough to restore a technique. */
export function wholeStateOf(row: TechniqueRow): TechniqueState {
  const columns = Object.keys(NOT_ANALYSED) as (keyof typeof NOT_ANALYSED)[];
  return {
    ...stateOf(row),
    ...Object.fromEntries(columns.map((column) => [column, row[column]])),
  };
}

/** Returns the columns of some fields. */
export function partOf(
  row: TechniqueState,
  fields: readonly TechniqueField[],
): Partial<TechniqueState> {
  return pick(
    row,
    fields.flatMap((field) => COLUMNS[field]),
  );
}

/** Returns the fields in which two states of a technique differ. */
export function changedFields(before: TechniqueState, after: TechniqueState): TechniqueField[] {
  return TECHNIQUE_FIELDS.filter((field) => {
    // Name, tactic and origin follow from the id, which alone determines whether it was changed.
    const columns = field === "attack_id" ? (["attack_id"] as const) : COLUMNS[field];
    // Passages are a list.
    return columns.some(
      (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
    );
  });
}

/** Returns whether a person added the technique and the analysis did not, under this id or another. */
export function isAdded({ origin, found_as: found }: TechniqueState): boolean {
  return origin === "analyst" && found === null;
}

/** Returns the position after all techniques of a session. */
export function nextPosition(rows: readonly TechniqueRow[]): number {
  return Math.max(-1, ...rows.map(({ position }) => position)) + 1;
}

function pick(row: TechniqueState, columns: readonly (keyof TechniqueState)[]) {
  return Object.fromEntries(
    columns.map((column) => [column, row[column]]),
  ) as Partial<TechniqueState>;
}
