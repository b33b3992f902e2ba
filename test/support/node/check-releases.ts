import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIndex } from "../../../src/knowledge/attack/build-index.ts";
import { readRelease } from "../../../src/knowledge/attack/read-release.ts";
import { type RunningService, startService, preparedFolder, waitForTask } from "./service.ts";
import { Upstream } from "./upstream.ts";

/** What a release must hold, counted independently of our code. */
export interface Expected {
  active: {
    techniques_and_subtechniques: number;
    subtechniques: number;
    groups: number;
    campaigns: number;
    software: number;
    tactics: number;
  };
  uses_active: {
    group_to_technique_distinct_pairs: number;
    campaign_to_technique: number;
    software_to_technique: number;
    groups_with_a_technique: number;
  };
  technique_sets?: Record<string, { techniques: string[] } | string[]>;
}

export interface Case {
  domain: string;
  version: string;
  plain: Buffer;
  expected: Expected;
}

export const idsOf = (set: { techniques: string[] } | string[] | undefined) =>
  Array.isArray(set) ? set : (set?.techniques ?? []);

/**
 * Syncs releases and tests that they answer with the counts and sets of the ground truth. Returns the
 * address of the service, which runs until the tests of the file have ended.
 */
export function checkReleases(cases: readonly Case[]): () => string {
  const upstream = new Upstream(
    cases.map(({ domain, version, plain }) => ({ domain, version, bytes: () => plain })),
  );
  const folder = preparedFolder();
  let service: RunningService;
  const get = async <T>(path: string) => (await (await fetch(`${service.url}${path}`)).json()) as T;

  beforeAll(async () => {
    await upstream.listen();
    service = await startService(folder.path, { ATTACK_INDEX_URL: upstream.indexUrl });
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
    upstream.close();
  });

  describe.each(cases)("$domain $version", ({ domain, version, plain, expected }) => {
    it("is read with the counts and sets of the ground truth", async () => {
      const content = await readRelease(new Blob([new Uint8Array(plain)]).stream(), {});
      const index = buildIndex(content);
      const active = <T extends { state: string }>(list: T[]) =>
        list.filter((o) => o.state === "active");
      expect({
        techniques_and_subtechniques: active(content.techniques).length,
        subtechniques: active(content.techniques).filter((t) => t.is_subtechnique).length,
        groups: active(content.groups).length,
        campaigns: active(content.campaigns).length,
        software: active(content.software).length,
        tactics: content.tactics.length,
      }).toEqual(pick(expected.active));
      const pairs = (prefix: string) =>
        content.uses.filter((u) => u.source_id.startsWith(prefix) && u.target_id.startsWith("T"))
          .length;
      expect({
        group_to_technique_distinct_pairs: pairs("G"),
        campaign_to_technique: pairs("C"),
        software_to_technique: pairs("S"),
        groups_with_a_technique: index.groups.filter((g) => g.techniques.length > 0).length,
      }).toEqual(pickUses(expected.uses_active));
      for (const [id, set] of Object.entries(expected.technique_sets ?? {})) {
        const indexed = [...index.groups, ...index.campaigns].find(
          (entry) => entry.attack_id === id,
        );
        expect([id, indexed?.techniques]).toEqual([id, idsOf(set)]);
      }
    });

    it("answers with the same sets after a sync, and a group's own set puts it first with 1.0", async () => {
      const sent = await fetch(`${service.url}/api/sync/trigger`, {
        method: "POST",
        body: JSON.stringify({ domains: [domain], version }),
      });
      const { task_id: taskId } = (await sent.json()) as { task_id: string };
      const task = await waitForTask(service.url, taskId);
      expect(task).toMatchObject({ status: "complete", domains: [{ action: "ingest", version }] });
      const query = `domain=${domain}&version=${version}`;
      expect(await get("/api/attack/versions")).toContainEqual(
        expect.objectContaining({
          domain,
          version,
          technique_count: expected.active.techniques_and_subtechniques,
          group_count: expected.active.groups,
          campaign_count: expected.active.campaigns,
        }),
      );
      expect(await get(`/api/apt/groups?${query}`)).toHaveLength(expected.active.groups);
      expect(await get(`/api/apt/campaigns?${query}`)).toHaveLength(expected.active.campaigns);
      expect(await get(`/api/attack/tactics?${query}`)).toHaveLength(expected.active.tactics);
      expect(await get(`/api/attack/techniques?${query}`)).toHaveLength(
        expected.active.techniques_and_subtechniques,
      );
      for (const [id, set] of Object.entries(expected.technique_sets ?? {})) {
        const kind = id.startsWith("G") ? "groups" : "campaigns";
        const detail = await get<{ techniques: { attack_id: string }[] }>(
          `/api/apt/${kind}/${id}?${query}`,
        );
        expect(detail.techniques.map((t) => t.attack_id)).toEqual(idsOf(set));
        if (idsOf(set).length === 0) continue;
        const path = kind === "groups" ? "/api/apt/compare" : "/api/apt/campaigns/compare";
        const compared = await fetch(`${service.url}${path}?${query}`, {
          method: "POST",
          body: JSON.stringify({ technique_ids: idsOf(set) }),
        });
        const rows = (await compared.json()) as { similarity: number }[];
        const own = rows.find((row) => JSON.stringify(row).includes(`"${id}"`));
        expect(own).toMatchObject({ similarity: 1, shared_techniques: idsOf(set) });
        expect(rows[0]?.similarity).toBe(1);
      }
    });
  });
  return () => service.url;
}

/** Only the counts that are compared; the ground truth has more. */
function pick(active: Expected["active"]): Expected["active"] {
  const { techniques_and_subtechniques, subtechniques, groups, campaigns, software, tactics } =
    active;
  return { techniques_and_subtechniques, subtechniques, groups, campaigns, software, tactics };
}

function pickUses(uses: Expected["uses_active"]): Expected["uses_active"] {
  const {
    group_to_technique_distinct_pairs,
    campaign_to_technique,
    software_to_technique,
    groups_with_a_technique,
  } = uses;
  return {
    group_to_technique_distinct_pairs,
    campaign_to_technique,
    software_to_technique,
    groups_with_a_technique,
  };
}
