import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { TokenStore } from "./store.ts";

/** What creating, listing, revoking and recognizing API tokens takes. */
export interface TokenDeps extends CommitDeps {
  apiTokens: TokenStore;
}
