import type { Context } from "../../services.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { openKnownNames } from "./open-names.ts";
import { type ImportBody, runImport } from "./run-import.ts";
import type { ImportResult } from "./schema.ts";

/** Imports a STIX 2.0 or 2.1 bundle. @throws AppError `not_stix`, `invalid_json`, `body_too_large` */
export async function importStix(
  context: Context,
  actor: Actor,
  sent: ImportBody,
): Promise<ImportResult> {
  const names = await openKnownNames(context);
  return await runImport(context, actor, "stix", sent, (spooled) =>
    context.readers.stix(actor.name, () => spooled.read(), names, spooled.sha256),
  );
}
