import type { DetectionDeps } from "../deps.ts";
import type { ReleaseQuery } from "../resolve-release.ts";
import { channelKindOf, eventCodesOf } from "./channels.ts";
import type { ComponentUse, DetectionIndex } from "./detection-index.ts";
import { findTechnique, resolveDetections } from "./find-technique.ts";
import { type Coverage, coverageOf, LogInventory } from "./inventory.ts";
import type { AnalyticRecord, LogSourceReference, StrategyRecord } from "./release-detections.ts";
import type { TechniqueDetection } from "./schema.ts";

type Strategy = TechniqueDetection["strategies"][number];
type Analytic = Strategy["analytics"][number];

/**
 * Returns how a technique is detected. Lists are empty if the release has no data. A revoked technique is resolved to
 * its successor.
 * @throws AppError `not_found`, `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function readDetection(
  deps: DetectionDeps,
  query: ReleaseQuery & { log_sources?: string | undefined },
  attackId: string,
): Promise<TechniqueDetection> {
  const { index, detections } = await resolveDetections(deps, query);
  const technique = findTechnique(index, attackId);
  const given = new LogInventory(query.log_sources ?? "");
  const inventory = query.log_sources === undefined || given.size === 0 ? null : given;
  const strategies = detections.strategiesOf.get(technique.attack_id) ?? [];
  const uses = detections.componentsOf.get(technique.attack_id) ?? [];
  return {
    attack_id: technique.attack_id,
    name: technique.name,
    domain: index.domain,
    version: index.version,
    model: detections.model,
    log_source_count: inventory?.size ?? null,
    strategies: strategies.map((strategy) => toStrategy(strategy, detections, inventory)),
    data_sources: toDataSources(uses, detections, inventory),
  };
}

/** Returns a reference's channel as in responses. */
export function toChannel({
  channel,
  withheld,
}: Pick<LogSourceReference, "channel" | "withheld">): Pick<
  Analytic["log_sources"][number],
  "channel" | "channel_kind" | "event_codes"
> {
  return {
    channel,
    channel_kind: channelKindOf(channel, withheld),
    event_codes: eventCodesOf(channel),
  };
}

function toStrategy(
  { attack_id, stix_id, name, url, analytics }: StrategyRecord,
  detections: DetectionIndex,
  inventory: LogInventory | null,
): Strategy {
  return {
    attack_id,
    stix_id,
    name,
    url,
    analytics: analytics
      .map((id) => detections.analyticsById.get(id))
      .filter((analytic) => analytic !== undefined)
      .map((analytic) => toAnalytic(analytic, detections, inventory)),
  };
}

function toAnalytic(
  { log_sources: references, ...analytic }: AnalyticRecord,
  { components }: DetectionIndex,
  inventory: LogInventory | null,
): Analytic {
  const log_sources = references.map((reference) => {
    const component = components[reference.component ?? -1];
    return {
      component: component === undefined ? null : namedOf(component),
      name: reference.name,
      ...toChannel(reference),
      covered: inventory?.covers(reference) ?? null,
    };
  });
  const parts = log_sources.map(({ covered }) => covered).filter((part) => part !== null);
  return { ...analytic, log_sources, covered: coverageOf(parts) };
}

/** Groups components by data source, as in releases before 18. */
function toDataSources(
  uses: readonly ComponentUse[],
  { data_sources: sources }: DetectionIndex,
  inventory: LogInventory | null,
): TechniqueDetection["data_sources"] {
  const bySource = Map.groupBy(uses, ({ component }) => component.data_source ?? -1);
  return [...bySource]
    .sort(([a], [b]) => a - b)
    .map(([place, used]) => {
      const source = sources[place];
      return {
        attack_id: source?.attack_id ?? null,
        name: source?.name ?? "",
        platforms: source?.platforms ?? [],
        components: used.map(({ component, description }) => ({
          ...namedOf(component),
          description,
          covered: inventory === null ? null : coverOf(inventory, source?.name, component.name),
        })),
      };
    });
}

/** Checks coverage with a data source as the log source and its component as the channel. */
function coverOf(inventory: LogInventory, source: string | undefined, component: string): Coverage {
  if (source === undefined) return inventory.covers({ name: component, channel: null });
  return inventory.covers({ name: source, channel: component });
}

function namedOf({ attack_id, name }: { attack_id: string | null; name: string }) {
  return { attack_id, name };
}
