import { base64urlnopad } from "@scure/base";
import { commit } from "../../platform/audit/commit.ts";
import { type Actor, requireRole } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { hashText } from "../../platform/lib/hash-text.ts";
import type { TokenDeps } from "./deps.ts";
import { refuseTokens } from "./refuse-tokens.ts";
import type { CreatedToken, NewToken } from "./schema.ts";
import { viewToken } from "./view-token.ts";
import { MAX_TOKENS, SHOWN_CHARACTERS, TOKEN_PREFIX } from "./vocabulary.ts";

const SECRET_BYTES = 32;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Creates an API token that acts on behalf of its creator. The response contains the token, which cannot be read again:
 * only its hash is stored.
 * @throws AppError `role_required` for a role above the creator's, and for a caller that is a token; `quota_exceeded`
 */
export async function createToken(
  deps: TokenDeps,
  actor: Actor,
  { name, role, expires_in_days: days }: NewToken,
): Promise<CreatedToken> {
  refuseTokens(actor);
  requireRole(actor, role);
  const token = newSecret();
  const row = {
    id: deps.newId(),
    name,
    owner: actor.name,
    role,
    hint: token.slice(0, SHOWN_CHARACTERS),
    hash: await hashText(token),
    created_at: deps.now(),
    expires_at: deps.now(days * DAY_SECONDS),
    last_used_at: null,
  };
  const { id, expires_at } = row;
  const isCreated = await commit(deps, {
    act: {
      actor: actor.name,
      action: "token.create",
      object: ["token", id],
      details: { name, role, expires_at },
    },
    when: deps.apiTokens.hasFewerThan(actor.name, MAX_TOKENS),
    parts: [deps.apiTokens.create(row)],
  });
  if (isCreated) return { ...viewToken(deps, row), token };
  throw new AppError(
    "quota_exceeded",
    `A user can have at most ${MAX_TOKENS} API tokens; revoke those that are no longer used.`,
  );
}

/** Returns 256 random bits after the prefix. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `${TOKEN_PREFIX}${base64urlnopad.encode(bytes)}`;
}
