import type { TokenDeps } from "./deps.ts";
import type { TokenView } from "./schema.ts";
import type { TokenRow } from "./store.ts";

/** Returns a token as shown in lists. */
export function viewToken({ now }: Pick<TokenDeps, "now">, row: TokenRow): TokenView {
  const { hash: _hash, ...shown } = row;
  return { ...shown, is_expired: isExpired(row, now()) };
}

export function isExpired({ expires_at }: Pick<TokenRow, "expires_at">, now: string): boolean {
  return expires_at <= now;
}
