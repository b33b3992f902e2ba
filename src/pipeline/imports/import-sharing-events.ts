import type { Context } from "../../services.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { openKnownNames } from "./open-names.ts";
import { type ImportBody, runImport } from "./run-import.ts";
import type { ImportResult } from "./schema.ts";

/**
 * Imports exported events of a sharing platform (MISP).
 * @throws AppError `not_sharing_event`, `invalid_json`, `body_too_large`
 */
export async function importSharingEvents(
  context: Context,
  actor: Actor,
  sent: ImportBody,
): Promise<ImportResult> {
  const names = await openKnownNames(context);
  return await runImport(context, actor, "sharing_events", sent, (spooled) =>
    context.readers.sharingEvents(actor.name, () => spooled.read(), names),
  );
}
