import { expect, it } from "vitest";
import {
  analyticsOf,
  indexDetections,
} from "../../src/knowledge/attack/detections/detection-index.ts";
import {
  packDetections,
  unpackDetections,
} from "../../src/knowledge/attack/detections/pack-detections.ts";
import type { ReleaseDetections } from "../../src/knowledge/attack/detections/release-detections.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readDataGzip, readDataJson } from "../support/node/real-data.ts";

/** What an independent script counted in a bundle. */
interface Truth {
  counts: {
    detection_strategies: { active: number };
    analytics: { active: number };
    data_components: { active: number };
    data_sources: { active: number };
    active_analytics_without_a_log_source_reference: number;
    analytic_platforms: Record<string, number>;
    mutable_elements: number;
    log_source_references_on_analytics: {
      on_active_analytics: number;
      distinct_names: number;
      channel_text_None: number;
    };
    log_sources_on_data_components: { entries: number };
  };
  techniques: {
    technique: string;
    /** Absent where the technique is revoked. */
    strategies?: {
      id: string;
      name: string;
      stix_id: string;
      analytics: {
        id: string;
        name: string;
        stix_id: string;
        platforms: string[];
        log_sources: {
          data_component: string;
          data_component_name: string;
          name: string;
          channel: string;
        }[];
        mutable_elements: string[];
      }[];
    }[];
  }[];
  per_technique: Record<string, [string[], number]>;
}

async function detectionsOf(bytes: Uint8Array): Promise<ReleaseDetections> {
  // oxlint-disable-next-line typescript/require-await -- what is read comes in pieces
  async function* pieces() {
    yield bytes;
  }
  return (await readRelease(pieces(), {})).detections;
}

const RELEASES = [
  [
    "attack/enterprise-attack/enterprise-attack-18.1.json.gz",
    "attack-analytics/ATTACK-ANALYTICS.json",
  ],
  [
    "attack-19/enterprise-attack/enterprise-attack-19.1.json.gz",
    "attack-analytics/ATTACK-ANALYTICS-19.1.json",
  ],
] as const;

for (const [path, truthPath] of RELEASES) {
  describeWithData(path, [path, truthPath], () => {
    const plain = readDataGzip(path);
    const truth = readDataJson<Truth>(truthPath);

    it("agrees with the counts made of it", async () => {
      const read = await detectionsOf(plain ?? new Uint8Array());
      const { counts, techniques, per_technique: perTechnique } = truth as Truth;
      const references = read.analytics.flatMap(({ log_sources: sources }) => sources);
      expect({
        strategies: read.strategies.length,
        analytics: read.analytics.length,
        components: read.components.length,
        data_sources: read.data_sources.length,
        without: read.analytics.filter(({ log_sources: sources }) => sources.length === 0).length,
        mutable: read.analytics.flatMap(({ mutable_elements: elements }) => elements).length,
        references: references.length,
        none: references.filter(({ channel }) => channel === null).length,
        listed: read.components.flatMap(({ log_sources: sources }) => sources).length,
      }).toEqual({
        strategies: counts.detection_strategies.active,
        analytics: counts.analytics.active,
        components: counts.data_components.active,
        data_sources: counts.data_sources.active,
        without: counts.active_analytics_without_a_log_source_reference,
        mutable: counts.mutable_elements,
        references: counts.log_source_references_on_analytics.on_active_analytics,
        none: counts.log_source_references_on_analytics.channel_text_None,
        listed: counts.log_sources_on_data_components.entries,
      });
      const platforms = read.analytics.flatMap(({ platforms: names }) => names);
      expect(
        Object.fromEntries(
          [...Map.groupBy(platforms, (name) => name)].map(([name, all]) => [name, all.length]),
        ),
      ).toEqual(counts.analytic_platforms);
      const index = indexDetections(read, true);
      for (const [id, [strategies, analytics]] of Object.entries(perTechnique)) {
        const found = index.strategiesOf.get(id) ?? [];
        expect([id, found.map(({ attack_id }) => attack_id)]).toEqual([id, strategies]);
        expect([id, analyticsOf(index, id).length]).toEqual([id, analytics]);
      }
      expect(techniques.length).toBe(30);
      for (const { technique, strategies } of techniques) {
        expect([technique, wholeListOf(index, technique)]).toEqual([
          technique,
          (strategies ?? []).map(asRead),
        ]);
      }
    });

    it("ships its facts, and no sentence of it", async () => {
      const read = await detectionsOf(plain ?? new Uint8Array());
      const packed = JSON.stringify(packDetections(read));
      const shipped = unpackDetections(JSON.parse(packed) as never);
      expect(shipped.strategies.map(({ url: _url, ...facts }) => facts)).toEqual(
        read.strategies.map(({ url: _url, ...facts }) => facts),
      );
      const sourcesOf = ({ analytics }: ReleaseDetections) =>
        analytics.map(
          ({ attack_id: id, platforms, log_sources: sources, mutable_elements: all }) => ({
            id,
            platforms,
            sources: sources.map(({ component, name }) => [component, name]),
            fields: all.map(({ field }) => field),
          }),
        );
      expect(sourcesOf(shipped)).toEqual(sourcesOf(read));
      const pairs = ({ mitigation_uses: uses }: ReleaseDetections) =>
        uses.map(({ mitigation_id: by, technique_id: of }) => `${by} ${of}`).sort();
      expect(pairs(shipped)).toEqual(pairs(read));
      for (const { description } of read.analytics) expect(packed).not.toContain(description);
      const channels = (JSON.parse(packed) as { channels: string[] }).channels;
      expect(channels.filter((channel) => channel.split(" ").length > 6)).toEqual([]);
    });
  });
}

function wholeListOf(index: ReturnType<typeof indexDetections>, technique: string) {
  return (index.strategiesOf.get(technique) ?? []).map((strategy) => ({
    id: strategy.attack_id,
    name: strategy.name,
    stix_id: strategy.stix_id,
    analytics: strategy.analytics.map((id) => {
      const analytic = index.analyticsById.get(id);
      return {
        id,
        name: analytic?.name,
        stix_id: analytic?.stix_id,
        platforms: analytic?.platforms,
        log_sources: analytic?.log_sources.map(({ component, name, channel }) => ({
          data_component: index.components[component ?? -1]?.attack_id,
          data_component_name: index.components[component ?? -1]?.name,
          name,
          channel,
        })),
        mutable_elements: analytic?.mutable_elements.map(({ field }) => field),
      };
    }),
  }));
}

/** The truth under our two cleanings: `None` is no channel, white space at the ends is nothing. */
function asRead({
  id,
  name,
  stix_id,
  analytics,
}: NonNullable<Truth["techniques"][number]["strategies"]>[number]) {
  return {
    id,
    name,
    stix_id,
    analytics: analytics.map(({ id: analyticId, log_sources: sources, ...analytic }) => ({
      id: analyticId,
      name: analytic.name,
      stix_id: analytic.stix_id,
      platforms: analytic.platforms,
      log_sources: sources.map((reference) => ({
        ...reference,
        name: reference.name.trim(),
        channel: reference.channel === "None" ? null : reference.channel.trim(),
      })),
      mutable_elements: analytic.mutable_elements,
    })),
  };
}
