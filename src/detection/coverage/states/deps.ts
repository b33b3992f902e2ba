import type { BrowseDeps, DetectionDeps } from "../../../knowledge/attack/deps.ts";
import type { SampleStore } from "../../rules/samples/samples-store.ts";
import type { RuleStore } from "../../rules/store.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import type { SessionReadDeps } from "../../../reading/sessions/deps.ts";
import type { FindingStore } from "../../../reading/sessions/finding-store.ts";
import type { ExportDeps } from "../../../sharing/exports/deps.ts";
import type { LayerStore } from "../../../sharing/layers/store.ts";
import type { LogSourceStore } from "../log-sources/store.ts";
import type { CoverageTestStore } from "../tests/store.ts";

/** Dependencies of coverage. */
export interface CoverageDeps extends SessionReadDeps, DetectionDeps, BrowseDeps {
  workspace: WorkspaceDb;
  findings: FindingStore;
  rules: Pick<RuleStore, "selectForCoverage">;
  layers: Pick<LayerStore, "selectSets">;
  ruleSamples: Pick<SampleStore, "selectFired">;
  coverageTests: Pick<CoverageTestStore, "selectNewest">;
  settings: { COVERAGE_PROVEN_DAYS: number };
  logSources: Pick<LogSourceStore, "selectOne">;
}

/** Dependencies of coverage and of session exports, since coverage of a session refers to its report. */
export interface CoverageExportDeps extends CoverageDeps, ExportDeps {
  settings: CoverageDeps["settings"] &
    ExportDeps["settings"] & { PUBLIC_ORIGIN?: string | undefined };
}
