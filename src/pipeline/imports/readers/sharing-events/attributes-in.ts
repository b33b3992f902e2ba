import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";

/** An attribute, its position, the name of its object, and whether it is a proposal. */
export interface PlacedAttribute {
  attribute: Record<string, unknown>;
  pointer: string;
  /** The name in MISP's templates, or null if it belongs to no object. */
  object: string | null;
  isProposal: boolean;
}

/** Returns the attributes of one element of an event's list of this name, with their proposals. */
export function attributesIn(
  name: string,
  value: Record<string, unknown>,
  pointer: string,
): PlacedAttribute[] {
  if (name === "ShadowAttribute") {
    return [{ attribute: value, pointer, object: null, isProposal: true }];
  }
  if (name === "Attribute") {
    return [of(value, pointer, null), ...proposalsOf(value, pointer)];
  }
  if (name !== "Object") return [];
  // An attribute deleted with its object may not be marked as deleted.
  const object = stringOf(value["name"]);
  const gone = isSet(value["deleted"]) ? { deleted: true } : {};
  return recordsOf(value["Attribute"]).flatMap((attribute, i) => {
    const place = `${pointer}/Attribute/${i}`;
    return [of({ ...attribute, ...gone }, place, object), ...proposalsOf(attribute, place)];
  });
}

/** Returns whether a flag is set, in any of its notations. */
export function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === "1";
}

const of = (
  attribute: Record<string, unknown>,
  pointer: string,
  object: string | null,
): PlacedAttribute => ({
  attribute,
  pointer,
  object,
  isProposal: false,
});

function proposalsOf(attribute: Record<string, unknown>, pointer: string): PlacedAttribute[] {
  return recordsOf(attribute["ShadowAttribute"]).map((proposal, i) => ({
    attribute: proposal,
    pointer: `${pointer}/ShadowAttribute/${i}`,
    object: null,
    isProposal: true,
  }));
}
