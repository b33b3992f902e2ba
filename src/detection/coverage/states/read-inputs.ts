import type { InventoryRow } from "../log-sources/store.ts";
import type { CoverageDeps } from "./deps.ts";
import { type CoverageRule, unpackRules } from "./rule-rows.ts";

/** The requested sessions and layers. */
export interface NamedSets {
  session_id?: readonly string[] | undefined;
  layer_id?: readonly string[] | undefined;
}

export type NewestTest = Awaited<ReturnType<CoverageDeps["coverageTests"]["selectNewest"]>>[number];
export type SessionRow = Awaited<ReturnType<CoverageDeps["findings"]["selectSessions"]>>[number];
export type LayerRow = Awaited<ReturnType<CoverageDeps["layers"]["selectSets"]>>[number];
export type FindingRow = Awaited<ReturnType<CoverageDeps["findings"]["selectConfidences"]>>[number];

/** The workspace data that coverage is computed from, at one moment. */
export interface CoverageInputs {
  rules: CoverageRule[];
  inventory: InventoryRow | null;
  /** The newest test of each technique, under its recorded id. */
  tests: NewestTest[];
  sessions: SessionRow[];
  findings: FindingRow[];
  layers: LayerRow[];
}

/** Reads all inputs in one batch: a single database round trip, whatever the request. */
export async function readInputs(deps: CoverageDeps, named: NamedSets): Promise<CoverageInputs> {
  const { session_id: sessionIds = [], layer_id: layerIds = [] } = named;
  const base = [
    deps.rules.selectForCoverage(),
    deps.ruleSamples.selectFired(),
    deps.coverageTests.selectNewest(),
    deps.logSources.selectOne(),
  ] as const;
  if (sessionIds.length === 0 && layerIds.length === 0) {
    const [rules, fired, tests, inventory] = await deps.workspace.batch(base);
    return {
      rules: unpackRules(rules, fired),
      inventory: inventory[0] ?? null,
      tests,
      sessions: [],
      findings: [],
      layers: [],
    };
  }
  const [rules, fired, tests, inventory, sessions, findings, layers] = await deps.workspace.batch([
    ...base,
    deps.findings.selectSessions(sessionIds),
    deps.findings.selectConfidences(sessionIds),
    deps.layers.selectSets(layerIds),
  ]);
  return {
    rules: unpackRules(rules, fired),
    inventory: inventory[0] ?? null,
    tests,
    sessions,
    findings,
    layers,
  };
}
