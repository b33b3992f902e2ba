import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIndex } from "../../src/knowledge/attack/build-index.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { smallBundle } from "../support/bundles.ts";
import {
  type RunningService,
  startService,
  preparedFolder,
  waitForTask,
} from "../support/node/service.ts";
import { readSharedGzip, readSharedJson } from "../support/node/shared-data.ts";
import { Upstream } from "../support/node/upstream.ts";

/** What a release must hold, counted independently of our code. */
interface Expected {
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

const small: Expected = {
  active: {
    techniques_and_subtechniques: 4,
    subtechniques: 2,
    groups: 2,
    campaigns: 1,
    software: 1,
    tactics: 2,
  },
  uses_active: {
    group_to_technique_distinct_pairs: 4,
    campaign_to_technique: 1,
    software_to_technique: 0,
    groups_with_a_technique: 2,
  },
  technique_sets: { G0016: ["T1059", "T1059.001", "T1566"], C0001: ["T1059.001"] },
};

interface Case {
  domain: string;
  version: string;
  plain: Buffer;
  expected: Expected;
}

function listCases(): Case[] {
  const tiny = Buffer.from(JSON.stringify(smallBundle("1.0")));
  const found: Case[] = [
    {
      domain: "enterprise-attack",
      version: "1.0",
      plain: tiny,
      expected: small,
    },
  ];
  const counts = {
    ...readSharedJson<Record<string, Expected>>("attack/COUNTS.json"),
    ...readSharedJson<Record<string, Expected>>("attack-19/COUNTS.json"),
  };
  for (const [name, expected] of Object.entries(counts)) {
    const [domain = "", version = ""] = name.split(" ");
    const plain = readSharedGzip(releasePath(domain, version));
    if (plain !== null) found.push({ domain, version, plain, expected });
  }
  return found;
}

const idsOf = (set: { techniques: string[] } | string[] | undefined) =>
  Array.isArray(set) ? set : (set?.techniques ?? []);

const cases = listCases();
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
      const indexed = [...index.groups, ...index.campaigns].find((entry) => entry.attack_id === id);
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

/** Cases that only the real Enterprise releases have. */
const real = cases.filter(
  ({ domain, version }) => domain === "enterprise-attack" && version !== "1.0",
);

describe.each(real)("real $domain $version", ({ domain, version, expected }) => {
  const compare = async (ids: string[], mode: string) => {
    const query = `domain=${domain}&version=${version}&mode=${mode}`;
    const body = JSON.stringify({ technique_ids: ids });
    const response = await fetch(`${service.url}/api/apt/compare?${query}`, {
      method: "POST",
      body,
    });
    const rows = (await response.json()) as { group_attack_id: string; similarity: number }[];
    const apt29 = rows.find(({ group_attack_id: id }) => id === "G0016")?.similarity;
    return { apt29, rows, headers: response.headers };
  };

  it("finds APT29 by the parents of its techniques when both sides are rolled up", async () => {
    const parents = [
      ...new Set(idsOf(expected.technique_sets?.["G0016"]).map((id) => id.slice(0, 5))),
    ];
    expect((await compare(parents, "rollup")).apt29).toBe(1);
    const { apt29 = 0 } = await compare(parents, "jaccard");
    expect(apt29).toBeGreaterThan(0.15);
    expect(apt29).toBeLessThan(0.21);
    expect(parents.length).toBeGreaterThan(30);
  });

  it("follows a revoked technique and says so", async () => {
    const { headers, rows } = await compare(["T1574.002"], "jaccard");
    expect(headers.get("X-Replaced-Techniques")).toBe("T1574.002=T1574.001");
    expect(rows).toEqual((await compare(["T1574.001"], "jaccard")).rows);
  });
});
