import {
  type GivenMarking,
  type Marked,
  strictestMarking,
} from "../../../reading/entities/strictest-marking.ts";
import { TLP_MARKINGS } from "../../../reading/entities/vocabulary.ts";

/** A Traffic Light Protocol 2.0 (FIRST) marking as shown in exports. */
export interface Marking extends GivenMarking {
  /** `TLP:AMBER+STRICT`. */
  label: string;
  /** States that nobody decided it; null for a decision. */
  note: string | null;
  /** The label, with the note in parentheses. */
  heading: string;
  /** Permitted recipients of the export. */
  meaning: string;
}

const NOT_DECIDED = "marked in the report, not decided here";

const MEANINGS: Record<Marking["level"], string> = {
  clear: "may be shared without limit.",
  green: "may be shared within the community of the recipients, not with the public.",
  amber:
    "may be shared, where there is a need to know, within the organization of the recipients and with its clients.",
  "amber+strict":
    "may be shared, where there is a need to know, within the organization of the recipients only.",
  red: "for the eyes and ears of individual recipients only.",
};

/**
 * Returns the marking of an export: the one that a person decided, else the printed one with a note that nobody decided
 * it. Of several sessions, the strictest applies.
 */
export function markingOf(...marked: readonly Marked[]): Marking | null {
  const given = strictestMarking(marked);
  return given && describe(given);
}

/** Returns the marking with a label from a response, and with whether it was decided. */
export function markingNamed(label: string | null, decided: boolean): Marking | null {
  const level = TLP_MARKINGS.find((one) => labelOf(one) === label);
  return level === undefined ? null : describe({ level, decided });
}

function describe({ level, decided }: GivenMarking): Marking {
  const label = labelOf(level);
  return {
    level,
    decided,
    label,
    note: decided ? null : NOT_DECIDED,
    heading: decided ? label : `${label} (${NOT_DECIDED})`,
    meaning: MEANINGS[level],
  };
}

/** Returns a warning if a person marked the session lower than the report's printed marking, otherwise null. */
export function markingConflict({ tlp, tlp_in_text: printed }: Marked): string | null {
  if (tlp === null || printed === null) return null;
  if (TLP_MARKINGS.indexOf(tlp) >= TLP_MARKINGS.indexOf(printed)) return null;
  return `The report itself is marked ${labelOf(printed)}, which is stricter than the ${labelOf(tlp)} set for this analysis.`;
}

function labelOf(level: Marking["level"]): string {
  return `TLP:${level.toUpperCase()}`;
}
