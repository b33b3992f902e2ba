import type { Runtime } from "../../platform/lib/runtime.ts";
import type { ModelStore } from "./model-store.ts";

/** Dependencies for building a release's model. */
export interface AnalyserDeps extends Pick<Runtime, "sleep"> {
  models: ModelStore;
  readAsset(path: string): Promise<Response>;
}
