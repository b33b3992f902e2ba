import type { IntakeDeps } from "./deps.ts";

/** Stops counting a technique as new on undecided reports once a session has it. */
export async function updateNewTechniques(
  deps: Pick<IntakeDeps, "intake" | "sessions">,
): Promise<void> {
  const found = await deps.sessions.listFoundAmong(await deps.intake.listNewTechniques());
  if (found.size > 0) await deps.intake.forgetNewTechniques([...found]);
}
