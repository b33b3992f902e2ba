import { recordsOf, stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";
import type { MarkedMatch } from "../../../intake/new-report.ts";
import { CONFIDENCE } from "../../../observables/confidence.ts";
import type { Match } from "../../../observables/vocabulary.ts";
import { withConfidence } from "../typed-values.ts";
import { valuesOfObject, valuesOfPattern, valuesOfVulnerability } from "./object-values.ts";
import { MAX_PATTERN_CHARS } from "./pattern.ts";

/** The observables of a member, or why it cannot be read. */
export function valuesOfMember(object: StixObject): MarkedMatch[] | string {
  const own = object["confidence"];
  const confidence =
    typeof own === "number" && own > 0 && own <= 100 ? Math.round(own) : CONFIDENCE.marked;
  let found: (Match | null)[] | null;
  if (object.type === "indicator") {
    const type = stringOf(object["pattern_type"]) ?? "stix";
    const pattern = stringOf(object["pattern"]);
    if (pattern === null) return "has no pattern";
    if (pattern.length > MAX_PATTERN_CHARS) {
      return `has a pattern of more than ${MAX_PATTERN_CHARS} characters`;
    }
    found = type === "stix" ? valuesOfPattern(pattern) : [];
    if (found === null) return "has a pattern that is no STIX pattern";
  } else if (object.type === "observed-data") {
    const inside = object["objects"];
    const held = typeof inside === "object" && inside !== null ? Object.values(inside) : [];
    found = recordsOf(held).flatMap(valuesOfObject);
  } else if (object.type === "vulnerability") found = valuesOfVulnerability(object);
  else found = valuesOfObject(object);
  return withConfidence(found, confidence);
}
