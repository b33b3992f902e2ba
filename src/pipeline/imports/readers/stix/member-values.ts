import { recordsOf, stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";
import type { MarkedMatch } from "../../../intake/new-report.ts";
import { CONFIDENCE } from "../../../observables/confidence.ts";
import { type AttributeCounts, noAttributes } from "../attribute-counts.ts";
import { type Mark, marked, timeOf } from "../typed-values.ts";
import type { Links } from "./links.ts";
import { readObject, readPatternValues, readVulnerability } from "./object-values.ts";
import { MAX_PATTERN_CHARS } from "./pattern.ts";
import { ReadValues } from "./read-values.ts";

/** The values that a member of a bundle names. */
export interface MemberValues {
  matches: MarkedMatch[];
  counts: AttributeCounts;
  /** Parts that could not be read. */
  faults: readonly string[];
  /** Why the member cannot be read at all. */
  failure: string | null;
  /** The language of a pattern that is not STIX and yields no values. */
  language: string | null;
}

/** Returns the observables of a member. */
export function valuesOfMember(object: StixObject, links: Links): MemberValues {
  const values = new ReadValues();
  let language: string | null = null;
  if (object.type === "indicator") {
    const type = stringOf(object["pattern_type"]) ?? "stix";
    const pattern = stringOf(object["pattern"]);
    if (type !== "stix") language = type.slice(0, 50);
    else {
      const failure = readIndicator(pattern, values);
      if (failure !== null) return failed(failure);
    }
    if (pattern === null) return failed("has no pattern");
  } else if (object.type === "observed-data") {
    const inside = object["objects"];
    const held = typeof inside === "object" && inside !== null ? Object.values(inside) : [];
    for (const one of recordsOf(held)) readObject(one, values);
  } else if (object.type === "vulnerability") readVulnerability(object, values);
  else readObject(object, values);
  const { matches, counts, faults } = values;
  const mark = markOf(object, links);
  return { matches: marked(matches, mark), counts, faults, failure: null, language };
}

/** Reads a pattern. Returns why it cannot be read, or null. */
function readIndicator(pattern: string | null, values: ReadValues): string | null {
  if (pattern === null) return "has no pattern";
  if (pattern.length > MAX_PATTERN_CHARS) {
    return `has a pattern of more than ${MAX_PATTERN_CHARS} characters`;
  }
  return readPatternValues(pattern, values) ? null : "has a pattern that is no STIX pattern";
}

function failed(failure: string): MemberValues {
  const counts = { ...noAttributes(), seen: 1, refused: 1 };
  return { matches: [], counts, faults: [], failure, language: null };
}

/** Returns the bundle's assessment of a member's values. */
function markOf(object: StixObject, links: Links): Mark {
  const own = object["confidence"];
  const isIndicator = object.type === "indicator";
  const usual = isIndicator ? CONFIDENCE.marked : CONFIDENCE.text;
  const confidence = typeof own === "number" && own > 0 && own <= 100 ? Math.round(own) : usual;
  const sighted = links.sightings.get(object.id);
  const first = sighted?.first ?? timeOf(object["first_observed"]) ?? timeOf(object["valid_from"]);
  const last = sighted?.last ?? timeOf(object["last_observed"]);
  const expires = timeOf(object["valid_until"]);
  const comment = isIndicator ? stringOf(object["description"]) : null;
  return {
    role: roleOf(object),
    confidence,
    ...(first !== undefined && { first_seen_at: first }),
    ...(last !== undefined && { last_seen_at: last }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(comment !== null && { comment }),
  };
}

/** Returns the role of a member. An indicator of something benign must not be blocked. */
function roleOf(object: StixObject): MarkedMatch["role"] {
  if (object.type !== "indicator") return "mentioned";
  const types = object["indicator_types"] ?? object["labels"];
  const isBenign =
    Array.isArray(types) && types.length > 0 && types.every((one) => one === "benign");
  return isBenign ? "legitimate_service" : "indicator";
}
