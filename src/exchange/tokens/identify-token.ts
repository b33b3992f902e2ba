import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { hashText } from "../../platform/lib/hash-text.ts";
import type { TokenDeps } from "./deps.ts";
import { isExpired } from "./view-token.ts";
import { TOKEN_PREFIX } from "./vocabulary.ts";

/** How often the time of the last use is written. */
const NOTED_EVERY_SECONDS = 60 * 60;

/** `Token` is what TAXII clients call a bearer. */
const BEARER = new RegExp(`^(?:Bearer|Token) +(${TOKEN_PREFIX}\\S*)\\s*$`, "i");
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})\s*$/i;
/** Any user name, and the token as the password. */
const CREDENTIALS = new RegExp(`^[^:]*:(${TOKEN_PREFIX}\\S*)$`);

/**
 * Returns the API token of a request, sent as a bearer or as the password of HTTP Basic, or null. Credentials of
 * others, such as a proxy's, are ignored.
 */
export function readToken(headers: Headers): string | null {
  const authorization = headers.get("Authorization") ?? "";
  const bearer = BEARER.exec(authorization)?.[1];
  if (bearer !== undefined) return bearer;
  const encoded = BASIC.exec(authorization)?.[1];
  return encoded === undefined ? null : (CREDENTIALS.exec(decodeBase64(encoded))?.[1] ?? null);
}

/** A byte a character: names may be in any encoding, and tokens are ASCII. */
function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
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
