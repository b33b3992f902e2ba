import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { hashText } from "../../platform/lib/hash-text.ts";
import type { TokenDeps } from "./deps.ts";
import { isExpired } from "./view-token.ts";
import { TOKEN_PREFIX } from "./vocabulary.ts";

/** How often the time of the last use is written. */
const NOTED_EVERY_SECONDS = 60 * 60;

const BEARER = new RegExp(`^Bearer +(${TOKEN_PREFIX}\\S*)\\s*$`, "i");

/** The API token of a request, or null. Bearer tokens of others, such as a proxy's, are ignored. */
export function readToken(headers: Headers): string | null {
  return BEARER.exec(headers.get("Authorization") ?? "")?.[1] ?? null;
}

/**
 * Identifies the caller that sends an API token: its owner, with the role and the name of the token.
 * @throws AppError `authentication_required` for a token that is unknown, revoked or expired
 */
export async function identifyToken(
  deps: Pick<TokenDeps, "apiTokens" | "now">,
  token: string,
): Promise<Actor> {
  const found = await deps.apiTokens.findByHash(await hashText(token));
  const now = deps.now();
  if (found === null || isExpired(found, now)) {
    throw new AppError(
      "authentication_required",
      "The API token is unknown, revoked or expired; create a new one.",
    );
  }
  const { id, owner, name, role, last_used_at: last } = found;
  const since = deps.now(-NOTED_EVERY_SECONDS);
  if (last === null || last < since) await deps.apiTokens.noteUse(id, now, since);
  return { name: `${owner} (${name})`, role, token: id };
}
