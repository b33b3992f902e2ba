import type { ObservableRole, SuppressionRule } from "./vocabulary.ts";

/** Roles of blockable values. The other roles are reasons not to block (docs/observables.md). */
export const BLOCKABLE_ROLES = ["indicator", "mentioned"] as const satisfies ObservableRole[];

/** Returns whether values with this role can be blocked. */
export function isBlockable(role: ObservableRole): boolean {
  return (BLOCKABLE_ROLES as readonly ObservableRole[]).includes(role);
}

/** Returns the suppression rule for a value with this role, or null. */
export function ruleOfRole(role: ObservableRole): SuppressionRule | null {
  return role === "example" || role === "reference" || role === "vendor" ? role : null;
}
