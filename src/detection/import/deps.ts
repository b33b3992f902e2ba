import type { ImportStore } from "../../pipeline/imports/store.ts";
import type { RuleDeps } from "../rules/deps.ts";

/** Dependencies of the rule import. */
export interface RuleImportDeps extends RuleDeps {
  imports: ImportStore;
  settings: RuleDeps["settings"] & { MAX_UPLOAD_BYTES: number; MAX_IMPORT_BYTES: number };
}
