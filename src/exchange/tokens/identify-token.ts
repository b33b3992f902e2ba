import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { hashText } from "../../platform/lib/hash-text.ts";
import type { TokenDeps } from "./deps.ts";
import { isExpired } from "./view-token.ts";
import { TOKEN_PREFIX } from "./vocabulary.ts";

/** Minimum interval between updates of the last use. */
const NOTED_EVERY_SECONDS = 60 * 60;

/** TAXII clients use `Token` for a bearer token. */
const BEARER = new RegExp(`^(?:Bearer|Token) +(${TOKEN_PREFIX}\\S*)\\s*$`, "i");
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})\s*$/i;
/** Any user name, and the token as the password. */
const CREDENTIALS = new RegExp(`^[^:]*:(${TOKEN_PREFIX}\\S*)$`);

/**
 * Returns the API token of a request, sent as a bearer token or as the password of HTTP Basic, or null. Ignores other
 * credentials, such as a proxy's.
 */
export function readToken(headers: Headers): string | null {
  const authorization = headers.get("Authorization") ?? "";
  const bearer = BEARER.exec(authorization)?.[1];
  if (bearer !== undefined) return bearer;
  const encoded = BASIC.exec(authorization)?.[1];
  return encoded === undefined ? null : (CREDENTIALS.exec(decodeBase64(encoded))?.[1] ?? null);
}

/** Decodes one character per byte, since names may use any encoding and tokens are ASCII. */
function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}

/**
 * Identifies the caller of an API token: its owner, with the role and the name of the token.
 * @throws AppError `authentication_required` for an unknown, revoked or expired token
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
