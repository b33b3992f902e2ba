import type { ReleaseDeps } from "../../../knowledge/attack/deps.ts";
import type { VulnerabilityStore } from "../../../pipeline/observables/vulnerability-store.ts";
import type { RuleStore } from "../../rules/store.ts";
import type { CacheDeps, VersionDeps } from "../../../platform/response-cache/deps.ts";
import type { EvidenceStore } from "../../../reading/sessions/evidence/evidence-store.ts";

/** Dependencies for a team's own data about techniques and vulnerabilities, in addition to the release's. */
export interface LibraryDeps extends ReleaseDeps, CacheDeps, VersionDeps {
  evidence: Pick<EvidenceStore, "countSessions">;
  rules: Pick<RuleStore, "countByTechnique" | "list">;
  vulnerabilities: Pick<VulnerabilityStore, "list" | "find">;
  readAsset(path: string): Promise<Response>;
}
