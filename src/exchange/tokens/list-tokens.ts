import type { Actor } from "../../platform/auth/identity.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { TokenDeps } from "./deps.ts";
import type { TokenView } from "./schema.ts";
import { viewToken } from "./view-token.ts";

/** Returns the caller's API tokens, or everyone's for an admin, newest first. */
export async function listTokens(
  deps: TokenDeps,
  actor: Actor,
  page: Page,
): Promise<Paged<TokenView>> {
  const owner = actor.role === "admin" ? undefined : actor.name;
  const { items, total } = await deps.apiTokens.list(page, owner);
  return { items: items.map((row) => viewToken(deps, row)), total };
}
