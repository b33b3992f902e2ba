import type { Analysis } from "../../../reading/sessions/schema.ts";

/** A marking of the Traffic Light Protocol 2.0 (FIRST) and whom what bears it may reach. */
export interface Marking {
  level: NonNullable<Analysis["tlp"]>;
  /** As it is written on every page: `TLP:AMBER+STRICT`. */
  label: string;
  meaning: string;
}

const MEANINGS: Record<Marking["level"], string> = {
  clear: "may be shared without limit.",
  green: "may be shared within the community of the recipients, not with the public.",
  amber:
    "may be shared, where there is a need to know, within the organisation of the recipients and with its clients.",
  "amber+strict":
    "may be shared, where there is a need to know, within the organisation of the recipients only.",
  red: "for the eyes and ears of individual recipients only.",
};

/** From what may be shared most to what may be shared least. */
const LEVELS = Object.keys(MEANINGS) as Marking["level"][];

/**
 * The marking that exports bear: the one an analyst gave the session, else the one that the report
 * prints, for what is made of a marked report is marked too.
 */
export function markingOf({ tlp, entities }: Pick<Analysis, "tlp" | "entities">): Marking | null {
  const level = tlp ?? entities.tlp?.marking ?? null;
  return level === null ? null : describe(level);
}

/** The strictest of several markings; null where there is none among them. */
export function strictestOf(levels: readonly (string | null)[]): Marking | null {
  const places = levels.map((level) => LEVELS.findIndex((known) => known === level));
  const strictest = LEVELS[Math.max(-1, ...places)];
  return strictest === undefined ? null : describe(strictest);
}

/** Says that an analyst marked the session lower than the report marks itself; null otherwise. */
export function markingConflict({
  tlp,
  entities,
}: Pick<Analysis, "tlp" | "entities">): string | null {
  const printed = entities.tlp?.marking;
  if (tlp === null || printed === undefined) return null;
  if (LEVELS.indexOf(tlp) >= LEVELS.indexOf(printed)) return null;
  return `The report itself is marked ${describe(printed).label}, which is stricter than the ${describe(tlp).label} set for this analysis.`;
}

function describe(level: Marking["level"]): Marking {
  return { level, label: `TLP:${level.toUpperCase()}`, meaning: MEANINGS[level] };
}
