import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { TokenStore } from "./store.ts";

/** Dependencies of API tokens. */
export interface TokenDeps extends CommitDeps {
  apiTokens: TokenStore;
}
