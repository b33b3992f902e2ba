import type { Room } from "../../platform/room.ts";
import type { TokenDeps } from "./deps.ts";
import { mountTokens } from "./routes.ts";

/** Expired tokens stay listed for a while, so that their owners see why they stopped working. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** API tokens, by which programs authenticate on behalf of a user. */
export const tokensRoom: Room<TokenDeps> = {
  routes: mountTokens,
  housekeeping: async (deps) => await deps.apiTokens.removeExpired(deps.now(-KEPT_SECONDS)),
};
