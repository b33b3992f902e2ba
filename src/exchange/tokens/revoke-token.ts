import { commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { TokenDeps } from "./deps.ts";
import { refuseTokens } from "./refuse-tokens.ts";

/**
 * Revokes an API token: the user's own, or any as an admin.
 * @throws AppError `not_found`, also for another user's; `role_required` for a caller that is a token
 */
export async function revokeToken(deps: TokenDeps, actor: Actor, id: string): Promise<void> {
  refuseTokens(actor);
  const token = await deps.apiTokens.find(id);
  if (token === null || (token.owner !== actor.name && actor.role !== "admin")) throw notFound();
  const { name, owner, role } = token;
  const isRevoked = await commit(deps, {
    act: {
      actor: actor.name,
      action: "token.revoke",
      object: ["token", id],
      details: { name, owner, role },
    },
    when: deps.apiTokens.isThere(id),
    parts: [deps.apiTokens.remove(id)],
  });
  if (!isRevoked) throw notFound();
}

function notFound(): AppError {
  return new AppError("not_found", "There is no API token with this id.");
}
