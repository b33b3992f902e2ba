import type { Standing } from "../vocabulary.ts";

/** Display name and colors of a standing. */
interface Look {
  label: string;
  /** Explanation for legends. */
  meaning: string;
  /** Background of black text, from a palette for the color-blind (Okabe and Ito). */
  color: string;
  /** The same color for text on white. */
  ink: number;
  score: number;
}

export const STANDING_LOOKS: Readonly<Record<Standing, Look>> = {
  proven: {
    label: "Proven",
    meaning: "a recorded test was detected or blocked, or a rule fired on its sample",
    color: "#33b28a",
    ink: 0x00664a,
    score: 4,
  },
  should_fire: {
    label: "Should fire",
    meaning: "an enabled rule whose telemetry is collected, not proven by a test",
    color: "#a8dfc9",
    ink: 0x2f6b57,
    score: 3,
  },
  rule_without_data: {
    label: "Rule without data",
    meaning: "an enabled rule, but not its telemetry",
    color: "#e69f00",
    ink: 0x8a5a00,
    score: 2,
  },
  data_without_rule: {
    label: "Data without rule",
    meaning: "data that an analytic reads, but no enabled rule",
    color: "#56b4e9",
    ink: 0x1d5c85,
    score: 1,
  },
  blind: {
    label: "Blind",
    meaning: "neither rule nor data",
    color: "#f08a5d",
    ink: 0xa03a00,
    score: 0,
  },
};
