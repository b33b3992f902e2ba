import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";

/**
 * Rejects callers that are identified by an API token: a stolen token must not create further ones.
 * @throws AppError `role_required`
 */
export function refuseTokens(actor: Actor): void {
  if (actor.token === undefined) return;
  throw new AppError(
    "role_required",
    "API tokens cannot be managed with an API token; sign in as a user.",
  );
}
