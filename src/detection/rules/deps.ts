import type { DetectionDeps } from "../../knowledge/attack/deps.ts";
import type { IntakeDeps } from "../../pipeline/intake/deps.ts";
import type { AuditStore } from "../../platform/audit/store.ts";
import type { RuleImportStore } from "./import-store.ts";
import type { SampleStore } from "./samples/samples-store.ts";
import type { RuleStore } from "./store.ts";

/** Dependencies of detection rules. */
export interface RuleDeps extends IntakeDeps, DetectionDeps {
  audit: AuditStore;
  rules: RuleStore;
  ruleImports: RuleImportStore;
  ruleSamples: SampleStore;
}
