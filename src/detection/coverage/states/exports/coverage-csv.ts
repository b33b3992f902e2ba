import type { Coverage, CoveredTechnique } from "../schema.ts";

/** Columns of the CSV export. Rules and analytics belong to the technique itself. */
export const COVERAGE_COLUMNS = [
  "attack_id",
  "name",
  "tactics",
  "platforms",
  "state",
  "family_state",
  "detection",
  "last_test",
  "last_tested_at",
  "test_count",
  "rule_count",
  "rules",
  "rules_with_data",
  "draft_count",
  "disabled_count",
  "analytic_count",
  "analytics_with_data",
  "log_sources_collected",
  "log_sources_missing",
  "sets",
] as const;

type Row = Record<(typeof COVERAGE_COLUMNS)[number], string | number | readonly string[]>;

/** Yields one row per technique. */
// oxlint-disable-next-line typescript/require-await -- like an export that streams rows from the database
export async function* coverageRows({ techniques }: Coverage): AsyncGenerator<Row> {
  for (const technique of techniques) yield toRow(technique);
}

function toRow(technique: CoveredTechnique): Row {
  const own = technique.rules.filter(({ relation }) => relation === "own");
  const analytics = technique.analytics.filter(({ relation }) => relation === "own");
  const sources = (isThere: boolean) =>
    technique.log_sources
      .filter(({ covered }) => (covered !== "none") === isThere)
      .map(({ name }) => name);
  return {
    attack_id: technique.attack_id,
    name: technique.name,
    tactics: technique.tactics,
    platforms: technique.platforms,
    state: technique.state,
    family_state: technique.family_state,
    detection: technique.detection ?? "",
    last_test: technique.last_test?.result ?? "",
    last_tested_at: technique.last_test?.tested_at ?? "",
    test_count: technique.test_count,
    rule_count: technique.rule_count,
    rules: own.map(({ title }) => title),
    rules_with_data: own.filter(({ by }) => by !== null).map(({ title }) => title),
    draft_count: technique.draft_count,
    disabled_count: technique.disabled_count,
    analytic_count: technique.analytic_count,
    analytics_with_data: analytics
      .filter(({ covered }) => covered !== "none")
      .map(({ attack_id: id }) => id),
    log_sources_collected: sources(true),
    log_sources_missing: sources(false),
    sets: technique.from.map(({ kind, name, id }) => name ?? id ?? kind),
  };
}
