import type { DetectionDeps } from "../../knowledge/attack/deps.ts";
import type { IntakeDeps } from "../../pipeline/intake/deps.ts";
import type { RuleImportStore } from "./import-store.ts";
import type { SampleStore } from "./samples/samples-store.ts";
import type { RuleStore } from "./store.ts";

/** What writing detection rules takes. */
export interface RuleDeps extends IntakeDeps, DetectionDeps {
  rules: RuleStore;
  ruleImports: RuleImportStore;
  ruleSamples: SampleStore;
}
