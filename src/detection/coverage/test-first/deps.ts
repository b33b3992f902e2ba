import type { CoverageDeps } from "../states/deps.ts";

/** What ordering techniques by what a test would tell takes. */
export interface TestFirstDeps extends CoverageDeps {
  readAsset(path: string): Promise<Response>;
}
