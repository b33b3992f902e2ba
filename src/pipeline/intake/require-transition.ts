import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { mayMove, statesAfter } from "./transitions.ts";
import type { IntakeState } from "./vocabulary.ts";

/**
 * Rejects a change of state that does not exist, or that the actor may not make.
 * @throws AppError `role_required`; `invalid_transition`, naming those that exist
 */
export function requireTransition(from: IntakeState, to: IntakeState, actor: Actor): void {
  if (mayMove(from, to, actor.role)) return;
  // A missing role is reported before invalid states.
  if (mayMove(from, to, "admin")) {
    throw new AppError("role_required", "Only an admin can revoke a promotion.");
  }
  const possible = statesAfter(from).join(", ");
  throw new AppError(
    "invalid_transition",
    `A report that is ${from} cannot become ${to}; possible: ${possible}.`,
  );
}
