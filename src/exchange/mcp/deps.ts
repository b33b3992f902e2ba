import type { CoverageDeps } from "../../detection/coverage/states/deps.ts";
import type { RuleDeps } from "../../detection/rules/deps.ts";
import type { AttackDeps } from "../../knowledge/attack/deps.ts";
import type { ObservableRoomDeps } from "../../pipeline/observables/value-page/deps.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { ReviewDeps } from "../../reading/review/deps.ts";
import type { LayerDeps } from "../../sharing/layers/deps.ts";

/** Dependencies of the tools and resources: those of the operations that they call. */
export type McpDeps = AttackDeps &
  ReviewDeps &
  CoverageDeps &
  RuleDeps &
  LayerDeps &
  ObservableRoomDeps &
  RateLimitDeps & {
    readAsset(path: string): Promise<Response>;
  };
