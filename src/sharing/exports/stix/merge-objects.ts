import { stringOf, stringsOf, type StixObject } from "../../../formats/stix/stix-object.ts";
import { isOurs } from "./sign-objects.ts";

/**
 * Merges two objects with the same id: the newer version of published objects, and the combined content of our own. The
 * order of the two only matters if they have equal content.
 */
export function mergeObjects(a: StixObject, b: StixObject): StixObject {
  const newer = textOf(b, "modified") > textOf(a, "modified") ? b : a;
  if (!isOurs(a)) return newer;
  const modified = "modified" in newer && { modified: newer["modified"] };
  if (a.type === "relationship") return { ...better(a, b), ...modified };
  if (a.type === "indicator") return { ...newer, ...mergeIndicators(a, b) };
  if (a.type === "observed-data") return { ...newer, ...mergeObservations(a, b) };
  return newer;
}

/** Prefers objects that a person accepted to unreviewed ones, then the higher confidence. */
function better(a: StixObject, b: StixObject): StixObject {
  const weight = (object: StixObject) =>
    (stringsOf(object["labels"]).includes("review:accepted") ? 1000 : 0) +
    Number(object["confidence"] ?? 0);
  return weight(b) > weight(a) ? b : a;
}

function mergeIndicators(a: StixObject, b: StixObject): Partial<StixObject> {
  const types = [a, b].flatMap((one) => stringsOf(one["indicator_types"]));
  const reasons = [a, b].flatMap((one) => textOf(one, "description").split(/(?<=\.) /u));
  return {
    description: [...new Set(reasons)].join(" "),
    indicator_types: [types.includes("malicious-activity") ? "malicious-activity" : "unknown"],
    valid_from: [textOf(a, "valid_from"), textOf(b, "valid_from")].sort()[0],
  };
}

function mergeObservations(a: StixObject, b: StixObject): Partial<StixObject> {
  return {
    first_observed: [textOf(a, "first_observed"), textOf(b, "first_observed")].sort()[0],
    last_observed: [textOf(a, "last_observed"), textOf(b, "last_observed")].sort()[1],
    number_observed: Number(a["number_observed"]) + Number(b["number_observed"]),
    object_refs: [...new Set([a, b].flatMap((one) => stringsOf(one["object_refs"])))],
  };
}

function textOf(object: StixObject, property: string): string {
  return stringOf(object[property]) ?? "";
}
