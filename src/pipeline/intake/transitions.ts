import type { Role } from "../../platform/auth/identity.ts";
import type { IntakeState } from "./vocabulary.ts";

/** Where a report may go from each state (docs/api.md, Intake). */
const TRANSITIONS: Readonly<Record<IntakeState, readonly IntakeState[]>> = {
  pending: ["reviewing", "promoted", "rejected"],
  reviewing: ["pending", "promoted", "rejected"],
  rejected: ["pending"],
  promoted: ["reviewing"],
};

/** Whether a role may move a report so; only an admin takes a promotion back. */
export function mayMove(from: IntakeState, to: IntakeState, role: Role): boolean {
  return TRANSITIONS[from].includes(to) && (from !== "promoted" || role === "admin");
}

/** The states that follow one. */
export function statesAfter(from: IntakeState): readonly IntakeState[] {
  return TRANSITIONS[from];
}
