import { DOMAINS } from "../../knowledge/attack/vocabulary.ts";

/** Domains of layers; ATLAS layers are supported even if no ATLAS release is ingested. */
const LAYER_DOMAINS: ReadonlySet<string> = new Set(DOMAINS);

/** Returns whether layers can belong to a domain. */
export function isLayerDomain(value: string): boolean {
  return LAYER_DOMAINS.has(value);
}

/** Set operations; `difference` is the first operand without all the others. */
export const SET_OPERATIONS = ["union", "intersection", "difference"] as const;
export type SetOperation = (typeof SET_OPERATIONS)[number];

/** Why a migration removes a technique from a layer; `absent`: the release does not have it at all. */
export const REMOVAL_REASONS = ["deprecated", "revoked", "absent"] as const;

/** Why an entry of a Navigator layer does not add its technique to the set. */
export const LEFT_OUT_REASONS = ["disabled", "only_expanded"] as const;
