import type { WorkspaceVersion } from "../d1/workspace-version.ts";
import type { ResponseCache } from "./response-cache.ts";

/** What keeping answers takes. */
export interface CacheDeps {
  answers: ResponseCache;
}

/** What keeping answers about the workspace takes beside. */
export interface VersionDeps {
  workspaceVersion: WorkspaceVersion;
}
