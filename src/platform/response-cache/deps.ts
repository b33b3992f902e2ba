import type { WorkspaceVersion } from "../d1/workspace-version.ts";
import type { ResponseCache } from "./response-cache.ts";

/** What caching responses requires. */
export interface CacheDeps {
  answers: ResponseCache;
}

/** What caching responses about the workspace also requires. */
export interface VersionDeps {
  workspaceVersion: WorkspaceVersion;
}
