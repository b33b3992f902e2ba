import type { SessionDeps } from "../deps.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { StoredUpload } from "../session-files.ts";
import { noSuchSession } from "../session-errors.ts";

/**
 * Returns the uploaded or fetched file of a report.
 * @throws AppError `not_found`, also for a report that was typed
 */
export async function readSessionUpload(
  deps: Pick<SessionDeps, "sessions" | "sessionFiles">,
  sessionId: string,
): Promise<StoredUpload> {
  if ((await deps.sessions.find(sessionId)) === null) throw noSuchSession(sessionId);
  const upload = await deps.sessionFiles.readUpload(sessionId);
  if (upload !== null) return upload;
  throw new AppError(
    "not_found",
    "This report has no file, because its text was entered directly. GET /api/analyze/{session_id}/text returns the text.",
  );
}
