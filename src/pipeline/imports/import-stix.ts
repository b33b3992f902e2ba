import type { ImportDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { openKnownNames } from "./open-known-names.ts";
import { type ImportBody, runImport } from "./run-import.ts";
import type { ImportResult } from "./schema.ts";

/**
 * Imports a STIX 2.0 or 2.1 bundle.
 * @throws AppError `not_stix`, `invalid_json`, `body_too_large`, `version_not_found`
 */
export async function importStix(
  deps: ImportDeps,
  actor: Actor,
  sent: ImportBody,
): Promise<ImportResult> {
  const names = await openKnownNames(deps, sent.release);
  return await runImport(deps, actor, "stix", sent, (spooled) =>
    deps.readers.stix(sent.origin?.source_id ?? actor.name, () => spooled.read(), names, {
      key: sent.origin?.key ?? spooled.sha256,
      filename: sent.filename ?? null,
    }),
  );
}
