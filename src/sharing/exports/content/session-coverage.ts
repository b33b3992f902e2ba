/** What the team would see of a technique, and by what. */
export interface TechniqueCoverage {
  attack_id: string;
  name: string;
  /** As machines read it: `rule_without_data`. */
  state: string;
  /** As people do: `Rule without data`. */
  label: string;
  /** The same with the techniques above and below it, where that is another state. */
  family_state: string;
  family_label: string | null;
  /** Titles of the enabled rules of the technique itself, some of them where there are many. */
  rules: readonly string[];
  rule_count: number;
  /** Names of the log sources that its analytics read. */
  collected: readonly string[];
  missing: readonly string[];
}

/** What the team would see of a session's techniques. */
export interface SessionCoverage {
  /** Every state with its meaning and how many techniques are in it. */
  states: readonly { state: string; label: string; meaning: string; count: number }[];
  /** Those first about which most is to be done. */
  techniques: readonly TechniqueCoverage[];
}

export const COVERAGE_SECTION = "Detection coverage";

/** What is said of the section before what it holds. */
export const COVERAGE_NOTE =
  "By the team's enabled rules and the data that it collects, as of this export. A state counts rules, analytics and tests of the technique itself. Only a test proves that a rule fires.";

/** How many techniques are in each state, in a sentence. */
export function describeCoverage({ states, techniques }: SessionCoverage): string {
  const counts = states.map(({ label, count }) => `${count} ${label.toLowerCase()}`);
  return `${techniques.length} ${techniques.length === 1 ? "technique" : "techniques"}: ${counts.join(", ")}.`;
}

/** What proves a state, in a line. */
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
