import type { Room } from "../../platform/room.ts";
import type { TokenDeps } from "./deps.ts";
import { mountTokens } from "./routes.ts";

/** An expired token is listed for a while, so that its owner sees why it stopped working. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** API tokens: how programs prove who they act for. */
export const tokensRoom: Room<TokenDeps> = {
  routes: mountTokens,
  housekeeping: async (deps) => await deps.apiTokens.removeExpired(deps.now(-KEPT_SECONDS)),
};
