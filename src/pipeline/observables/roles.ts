import type { ObservableRole, SuppressionRule } from "./vocabulary.ts";

/** Roles of what one can block; the others say why one should not (docs/observables.md). */
export const BLOCKABLE_ROLES = ["indicator", "mentioned"] as const satisfies ObservableRole[];

/** Whether one can block what has this role. */
export function isBlockable(role: ObservableRole): boolean {
  return (BLOCKABLE_ROLES as readonly ObservableRole[]).includes(role);
}

/** The suppression rule for a value with this role, or null. */
export function ruleOfRole(role: ObservableRole): SuppressionRule | null {
  return role === "example" || role === "reference" || role === "vendor" ? role : null;
}
