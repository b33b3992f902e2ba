import { DOMAINS } from "../../knowledge/attack/vocabulary.ts";

/** Domains that a layer can belong to: ATLAS layers are kept even while no release of it is ingested. */
const LAYER_DOMAINS: ReadonlySet<string> = new Set(DOMAINS);

/** Whether layers can be of a domain. */
export function isLayerDomain(value: string): boolean {
  return LAYER_DOMAINS.has(value);
}

/** How technique sets are combined; `difference` is the first operand without all the others. */
export const SET_OPERATIONS = ["union", "intersection", "difference"] as const;
export type SetOperation = (typeof SET_OPERATIONS)[number];

/** Why a migration takes a technique out of a layer; `absent`: the release does not have it at all. */
export const REMOVAL_REASONS = ["deprecated", "revoked", "absent"] as const;

/** Why an entry of a Navigator layer does not put its technique into the set. */
export const LEFT_OUT_REASONS = ["disabled", "only_expanded"] as const;
