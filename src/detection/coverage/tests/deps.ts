import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import type { RuleStore } from "../../rules/store.ts";
import type { CommitDeps } from "../../../platform/audit/commit.ts";
import type { AuditStore } from "../../../platform/audit/store.ts";
import type { CoverageTestStore } from "./store.ts";

/** Dependencies of technique tests. */
export interface CoverageTestDeps extends CommitDeps, ReleaseDeps {
  audit: AuditStore;
  coverageTests: CoverageTestStore;
  rules: Pick<RuleStore, "find">;
}
