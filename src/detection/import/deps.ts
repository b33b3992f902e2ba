import type { ImportStore } from "../../pipeline/imports/store.ts";
import type { RuleDeps } from "../rules/deps.ts";

/** What importing rules takes. */
export interface RuleImportDeps extends RuleDeps {
  imports: ImportStore;
  settings: RuleDeps["settings"] & { MAX_UPLOAD_BYTES: number; MAX_IMPORT_BYTES: number };
}
