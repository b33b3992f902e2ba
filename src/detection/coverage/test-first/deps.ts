import type { CoverageDeps } from "../states/deps.ts";

/** Dependencies of the test order. */
export interface TestFirstDeps extends CoverageDeps {
  readAsset(path: string): Promise<Response>;
}
