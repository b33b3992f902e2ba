import type { ImportDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { openKnownNames } from "./open-known-names.ts";
import { type ImportBody, runImport } from "./run-import.ts";
import type { ImportResult } from "./schema.ts";

/**
 * Imports exported events of a sharing platform (MISP).
 * @throws AppError `not_sharing_event`, `invalid_json`, `body_too_large`, `version_not_found`
 */
export async function importSharingEvents(
  deps: ImportDeps,
  actor: Actor,
  sent: ImportBody,
): Promise<ImportResult> {
  const names = await openKnownNames(deps, sent.release);
  return await runImport(deps, actor, "sharing_events", sent, (spooled) =>
    deps.readers.sharingEvents(sent.origin?.source_id ?? actor.name, () => spooled.read(), names),
  );
}
