import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { TallyDeps } from "../../platform/metrics/deps.ts";
import type { Runtime } from "../../platform/lib/runtime.ts";
import type { Models } from "./embedded/embedded-provider.ts";
import type { TechniqueDescriptions } from "./judge/define-techniques.ts";
import type { VerdictCache } from "./judge/verdict.ts";
import type { ProviderSettings } from "./settings.ts";

/** Dependencies for opening the provider of a slot. */
export interface ProviderDeps extends OutboundDeps, TallyDeps, Pick<Runtime, "sleep" | "log"> {
  models: Models;
  definitions: TechniqueDescriptions;
  verdicts: VerdictCache;
  settings: OutboundDeps["settings"] & ProviderSettings;
}
