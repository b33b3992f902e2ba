import type { BrowseDeps } from "../../../knowledge/attack/deps.ts";
import type { RuleStore } from "../../rules/store.ts";
import type { FindingStore } from "../../../reading/sessions/finding-store.ts";
import type { LayerStore } from "../../../sharing/layers/store.ts";

/** Dependencies of the release impact. */
export interface ReleaseImpactDeps extends BrowseDeps {
  findings: Pick<FindingStore, "listNaming">;
  layers: Pick<LayerStore, "listNaming">;
  rules: Pick<RuleStore, "listNaming">;
}
