import type { ImportStore } from "../../imports/store.ts";
import type { RuleDeps } from "../deps.ts";
import type { RuleImportStore } from "./import-store.ts";

/** What importing rules takes. */
export interface RuleImportDeps extends RuleDeps {
  imports: ImportStore;
  ruleImports: RuleImportStore;
  settings: RuleDeps["settings"] & { MAX_UPLOAD_BYTES: number; MAX_IMPORT_BYTES: number };
}
