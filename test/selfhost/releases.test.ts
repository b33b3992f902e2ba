import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIndex } from "../../src/attack/build-index.ts";
import { readRelease } from "../../src/attack/read-release.ts";
import { smallBundle } from "../support/bundles.ts";
import {
  type RunningService,
  sendBundle,
  startService,
  temporaryFolder,
  waitForTask,
} from "../support/node/service.ts";
import { readShared, readSharedGzip, readSharedJson } from "../support/node/shared-data.ts";

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
  gzipped: Buffer;
  plain: Buffer;
  expected: Expected;
}

function listCases(): Case[] {
  const plain = Buffer.from(JSON.stringify(smallBundle("1.0")));
  const cases: Case[] = [
    {
      domain: "enterprise-attack",
      version: "1.0",
      gzipped: gzipSync(plain),
      plain,
      expected: small,
    },
  ];
  const counts = readSharedJson<Record<string, Expected>>("attack/COUNTS.json") ?? {};
  for (const [name, expected] of Object.entries(counts)) {
    const [domain = "", version = ""] = name.split(" ");
    const path = `attack/${domain}/${domain}-${version}.json.gz`;
    const gzipped = readShared(path);
    const unpacked = readSharedGzip(path);
    if (gzipped !== null && unpacked !== null)
      cases.push({ domain, version, gzipped, plain: unpacked, expected });
  }
  return cases;
}

const idsOf = (set: { techniques: string[] } | string[] | undefined) =>
  Array.isArray(set) ? set : (set?.techniques ?? []);

describe.each(listCases())("$domain $version", ({ domain, version, gzipped, plain, expected }) => {
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

  describe("through the service", () => {
    const folder = temporaryFolder();
    let service: RunningService;
    beforeAll(async () => {
      service = await startService(folder.path);
    });
    afterAll(async () => {
      await service.stop();
      folder.remove();
    });

    it("answers with the same sets, and a group's own set puts it first with 1.0", async () => {
      const task = await waitForTask(service.url, await sendBundle(service.url, gzipped, true));
      expect(task).toMatchObject({ status: "complete" });
      const query = `domain=${domain}&version=${version}`;
      const versions = (await (
        await fetch(`${service.url}/api/attack/versions`)
      ).json()) as object[];
      expect(versions).toContainEqual(
        expect.objectContaining({
          domain,
          version,
          technique_count: expected.active.techniques_and_subtechniques,
          group_count: expected.active.groups,
          campaign_count: expected.active.campaigns,
        }),
      );
      const groups = (await (await fetch(`${service.url}/api/apt/groups?${query}`)).json()) as {
        attack_id: string;
      }[];
      expect(groups).toHaveLength(expected.active.groups);
      for (const [id, set] of Object.entries(expected.technique_sets ?? {})) {
        if (!id.startsWith("G")) continue;
        const response = await fetch(`${service.url}/api/apt/groups/${id}?${query}`);
        const detail = (await response.json()) as { techniques: { attack_id: string }[] };
        expect(detail.techniques.map((t) => t.attack_id)).toEqual(idsOf(set));
        if (idsOf(set).length === 0) continue;
        const compared = await fetch(`${service.url}/api/apt/compare?${query}`, {
          method: "POST",
          body: JSON.stringify({ technique_ids: idsOf(set) }),
        });
        const [first] = (await compared.json()) as object[];
        expect(first).toMatchObject({ group_attack_id: id, similarity: 1 });
      }
    });
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
