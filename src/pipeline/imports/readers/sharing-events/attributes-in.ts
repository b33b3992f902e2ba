import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";

/** An attribute, where it stands, the name of its object, and whether others propose it. */
export interface PlacedAttribute {
  attribute: Record<string, unknown>;
  pointer: string;
  /** As MISP's templates name it; null where it belongs to none. */
  object: string | null;
  isProposal: boolean;
}

/** The attributes of one element of an event's list of this name, with the proposals beside them. */
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
  // What was deleted with its object may not say so itself.
  const object = stringOf(value["name"]);
  const gone = isSet(value["deleted"]) ? { deleted: true } : {};
  return recordsOf(value["Attribute"]).flatMap((attribute, i) => {
    const place = `${pointer}/Attribute/${i}`;
    return [of({ ...attribute, ...gone }, place, object), ...proposalsOf(attribute, place)];
  });
}

/** Whether a flag is set, in any of the ways in which it is written. */
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
