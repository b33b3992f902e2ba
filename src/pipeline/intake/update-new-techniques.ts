import type { IntakeDeps } from "./deps.ts";

/** No longer counts a technique as new on the reports that wait once a session has it. */
export async function updateNewTechniques(
  deps: Pick<IntakeDeps, "intake" | "sessions">,
): Promise<void> {
  const found = await deps.sessions.listFoundAmong(await deps.intake.listNewTechniques());
  if (found.size > 0) await deps.intake.forgetNewTechniques([...found]);
}
