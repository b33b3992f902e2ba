/** The team's coverage of a technique, with its proof. */
export interface TechniqueCoverage {
  attack_id: string;
  name: string;
  /** Machine-readable state: `rule_without_data`. */
  state: string;
  /** Display name: `Rule without data`. */
  label: string;
  /** The state including related techniques, if it differs. */
  family_state: string;
  family_label: string | null;
  /** Titles of the technique's own enabled rules, limited in number. */
  rules: readonly string[];
  rule_count: number;
  /** Names of the collected log sources that its analytics use. */
  collected: readonly string[];
  missing: readonly string[];
}

/** The team's coverage of a session's techniques. */
export interface SessionCoverage {
  /** Every state with its meaning and number of techniques. */
  states: readonly { state: string; label: string; meaning: string; count: number }[];
  /** Techniques with the greatest need first. */
  techniques: readonly TechniqueCoverage[];
}

export const COVERAGE_SECTION = "Detection coverage";

/** Introduction of the section. */
export const COVERAGE_NOTE =
  "By the team's enabled rules and the data that it collects, as of this export. A state counts rules, analytics and tests of the technique itself. Only a test proves that a rule fires.";

/** Summarizes the number of techniques in each state as a sentence. */
export function describeCoverage({ states, techniques }: SessionCoverage): string {
  const counts = states.map(({ label, count }) => `${count} ${label.toLowerCase()}`);
  return `${techniques.length} ${techniques.length === 1 ? "technique" : "techniques"}: ${counts.join(", ")}.`;
}

/** Describes the proof of a state in a line. */
export function describeProof(technique: TechniqueCoverage): { rules: string; data: string } {
  const { rules, rule_count: all, collected, missing } = technique;
  const rest = all - rules.length;
  return {
    rules: all === 0 ? "none" : `${rules.join("; ")}${rest > 0 ? ` and ${rest} more` : ""}`,
    data:
      [
        ...(collected.length === 0 ? [] : [`collected: ${collected.join(", ")}`]),
        ...(missing.length === 0 ? [] : [`missing: ${missing.join(", ")}`]),
      ].join("; ") || "none named",
  };
}
