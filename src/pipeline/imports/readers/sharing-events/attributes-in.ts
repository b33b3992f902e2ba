import { recordsOf } from "../../../../formats/stix/stix-object.ts";

/** An attribute, where it stands, and whether it is another organisation's proposal. */
export interface PlacedAttribute {
  attribute: Record<string, unknown>;
  pointer: string;
  isProposal: boolean;
}

/** The attributes of one element of an event's list of this name, with the proposals beside them. */
export function attributesIn(
  name: string,
  value: Record<string, unknown>,
  pointer: string,
): PlacedAttribute[] {
  if (name === "ShadowAttribute") return [{ attribute: value, pointer, isProposal: true }];
  if (name === "Attribute") return [of(value, pointer), ...proposalsOf(value, pointer)];
  if (name !== "Object") return [];
  return recordsOf(value["Attribute"]).flatMap((attribute, i) => {
    const place = `${pointer}/Attribute/${i}`;
    return [of(attribute, place), ...proposalsOf(attribute, place)];
  });
}

const of = (attribute: Record<string, unknown>, pointer: string): PlacedAttribute => ({
  attribute,
  pointer,
  isProposal: false,
});

function proposalsOf(attribute: Record<string, unknown>, pointer: string): PlacedAttribute[] {
  return recordsOf(attribute["ShadowAttribute"]).map((proposal, i) => ({
    attribute: proposal,
    pointer: `${pointer}/ShadowAttribute/${i}`,
    isProposal: true,
  }));
}
