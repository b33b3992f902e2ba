import type { Role } from "../../platform/auth/identity.ts";
import type { IntakeState } from "./vocabulary.ts";

/** The allowed next states of each state (docs/api.md, Intake). */
const TRANSITIONS: Readonly<Record<IntakeState, readonly IntakeState[]>> = {
  pending: ["reviewing", "promoted", "rejected"],
  reviewing: ["pending", "promoted", "rejected"],
  rejected: ["pending"],
  promoted: ["reviewing"],
};

/** Returns whether a role may make a transition. Only an admin can revoke a promotion. */
export function mayMove(from: IntakeState, to: IntakeState, role: Role): boolean {
  return TRANSITIONS[from].includes(to) && (from !== "promoted" || role === "admin");
}

/** Returns the states that can follow a state. */
export function statesAfter(from: IntakeState): readonly IntakeState[] {
  return TRANSITIONS[from];
}
