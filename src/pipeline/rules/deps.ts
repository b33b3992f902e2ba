import type { IntakeDeps } from "../intake/deps.ts";
import type { RuleStore } from "./store.ts";

/** What writing detection rules takes. */
export interface RuleDeps extends IntakeDeps {
  rules: RuleStore;
}
