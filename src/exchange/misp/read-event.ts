import { AppError } from "../../platform/lib/errors.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";
import { exportSession } from "../../sharing/exports/export-session.ts";
import type { MispDeps } from "./deps.ts";
import { isShared } from "./list-shared.ts";

/**
 * Returns an event of a feed as JSON.
 * @throws AppError `not_found`, also for a report that this feed must not share
 */
export async function readEvent(
  deps: MispDeps,
  id: string,
  levels: readonly SharedLevel[],
): Promise<Uint8Array> {
  const session = await deps.sessions.find(id);
  const exported =
    session !== null && isShared(session, levels) ? await exportSession(deps, id, "misp") : null;
  if (exported === null) throw new AppError("not_found", "This feed has no event with this UUID.");
  return exported.bytes;
}
