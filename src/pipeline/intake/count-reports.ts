import type { IntakeDeps } from "./deps.ts";
import { INTAKE_STATES, type IntakeState } from "./vocabulary.ts";

/** How many reports each state has. */
export async function countReports(
  deps: Pick<IntakeDeps, "intake">,
): Promise<Record<IntakeState, number>> {
  const counts = await deps.intake.countByState();
  const entries = INTAKE_STATES.map((state) => [state, counts.get(state) ?? 0] as const);
  return Object.fromEntries(entries) as Record<IntakeState, number>;
}
