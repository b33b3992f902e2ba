import { beforeAll, describe, expect, it } from "vitest";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { compareReleases } from "../../../src/knowledge/comparison/compare-releases.ts";
import { compareCampaigns, compareGroups } from "../../../src/knowledge/comparison/compare-sets.ts";
import type { SimilarityMode } from "../../../src/knowledge/comparison/measure.ts";
import { form, ingest, ingestSmallRelease, requestJson } from "../../support/service.ts";
import { smallBundle, smallObjects, stixIds } from "../../support/bundles.ts";
import { smallRelease } from "../../support/small-release.ts";

/** The small release with these sets; groups that are not named have none. */
function releaseWith(sets: Record<string, string[]>): ReleaseIndex {
  const release = smallRelease();
  const groups = release.groups.map((g) => ({ ...g, techniques: sets[g.attack_id] ?? [] }));
  const [first] = groups;
  const campaign = { group_names: ["APT28"], first_seen: "2024-01-01", last_seen: null };
  if (first === undefined) throw new Error("no groups");
  return {
    ...release,
    groups,
    campaigns: [
      { ...first, ...campaign, attack_id: "C0001", name: "One", techniques: ["T1027", "T1036"] },
      { ...first, ...campaign, attack_id: "C0002", name: "Two", techniques: ["T1027"] },
    ],
  };
}

describe("modes", () => {
  const release = releaseWith({
    G0007: ["T1059.001", "T1566.001", "T1566.002", "T1078"],
    G0016: ["T1059.001", "T1027"],
    G0020: ["T1059.001"],
  });
  const scores = (ids: string[], mode: SimilarityMode) =>
    compareGroups(release, ids, 50, mode).rows.map((r) => [r.group_attack_id, r.similarity]);

  it("jaccard and containment count ids as they are", () => {
    expect(scores(["T1059.001", "T1027"], "jaccard")).toEqual([
      ["G0016", 1],
      ["G0020", 0.5],
      ["G0007", 0.2],
    ]);
    expect(scores(["T1059.001", "T1027"], "containment")).toEqual([
      ["G0016", 1],
      ["G0007", 0.5],
      ["G0020", 0.5],
    ]);
  });

  it("rollup folds both sides to parents", () => {
    const { rows } = compareGroups(release, ["T1059", "T1566", "T1078"], 50, "rollup");
    expect(rows[0]).toEqual({
      group_attack_id: "G0007",
      group_name: "APT28",
      similarity: 1,
      shared_count: 3,
      shared_techniques: ["T1059", "T1078", "T1566"],
    });
    expect(scores(["T1059.006"], "rollup")).toEqual([
      ["G0020", 1],
      ["G0016", 0.5],
      ["G0007", 0.3333],
    ]);
    expect(scores(["T1059.006"], "jaccard")).toEqual([]);
  });

  it("weighted counts rare techniques for more, by 1 + ln((1 + N) / (1 + n))", () => {
    // Of three groups with techniques, three use T1059.001 (weight 1), one uses T1027 (1 + ln 2).
    const rare = 1 + Math.log(2);
    const round = (value: number) => Math.round(value * 10_000) / 10_000;
    expect(scores(["T1059.001", "T1027"], "weighted")).toEqual([
      ["G0016", 1],
      ["G0020", round(1 / (1 + rare))],
      ["G0007", round(1 / (1 + rare + 3 * rare))],
    ]);
  });

  it("mixed is the mean of containment and Jaccard over the same weights", () => {
    const rare = 1 + Math.log(2);
    const round = (value: number) => Math.round(value * 10_000) / 10_000;
    const found = 1 / (1 + rare);
    expect(scores(["T1059.001", "T1027"], "mixed")).toEqual([
      ["G0016", 1],
      ["G0020", round(found)],
      ["G0007", round((found + 1 / (1 + rare + 3 * rare)) / 2)],
    ]);
  });

  it("campaigns come with their groups and dates", () => {
    expect(compareCampaigns(release, ["T1027", "T1036"], 20).rows).toEqual([
      {
        campaign_attack_id: "C0001",
        campaign_name: "One",
        group_names: ["APT28"],
        first_seen: "2024-01-01",
        last_seen: null,
        similarity: 1,
        shared_count: 2,
        shared_techniques: ["T1027", "T1036"],
      },
      expect.objectContaining({ campaign_attack_id: "C0002", similarity: 0.5 }),
    ]);
  });
});

describe("compareReleases", () => {
  it("lists the groups that moved, came or went, and no others", () => {
    const query = ["T1059.001", "T1027", "T1078"];
    const before = releaseWith({ G0007: query, G0016: ["T1027"], G0020: ["T1078"] });
    const after = releaseWith({
      G0007: query,
      G0016: ["T1027", "T1078"],
      G0045: ["T1027", "T1036"],
    });
    expect(
      compareReleases(before, after, query, "jaccard").map((row) => [
        row.group_attack_id,
        row.before && [row.before.rank, row.before.similarity],
        row.after && [row.after.rank, row.after.similarity],
      ]),
    ).toEqual([
      ["G0016", [2, 0.3333], [2, 0.6667]],
      ["G0045", null, [3, 0.25]],
      ["G0020", [3, 0.3333], null],
    ]);
    expect(compareReleases(after, after, query, "weighted")).toEqual([]);
  });
});

describe("through HTTP", () => {
  beforeAll(ingestSmallRelease);
  const compare = (path: string, body: object) =>
    requestJson<object[]>(path, { method: "POST", body: JSON.stringify(body) });

  it("the mode is echoed, and an unknown one refused", async () => {
    const body = { technique_ids: ["T1059.009", "T1574.002"] };
    const plain = await compare("/api/apt/compare", body);
    expect(plain.headers.get("X-Similarity-Mode")).toBe("jaccard");
    expect(plain.headers.get("X-Replaced-Techniques")).toBe("T1574.002=T1574.001");
    expect(plain.headers.get("X-Unknown-Techniques")).toBeNull();
    const others = plain.headers.get("X-Other-Release-Techniques");
    expect(others).toBe("T1059.009=enterprise-attack/18.1");
    const rolled = await compare("/api/apt/compare?mode=rollup", { technique_ids: ["T1059.001"] });
    expect(rolled.headers.get("X-Similarity-Mode")).toBe("rollup");
    expect(rolled.body).toMatchObject([{ group_attack_id: "G0016", similarity: 0.5 }]);
    expect((await compare("/api/apt/compare?mode=cosine", body)).status).toBe(422);
  });

  it("campaigns are compared", async () => {
    const { status, body } = await compare("/api/apt/campaigns/compare?top_n=100", {
      technique_ids: ["t1059.001"],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject([{ campaign_attack_id: "C0001", similarity: 1 }]);
    const over = await compare("/api/apt/campaigns/compare?top_n=101", {
      technique_ids: ["T1059"],
    });
    expect(over.status).toBe(422);
  });

  it("a session is compared in any mode with any release, and tells what moved", async () => {
    const { body: session } = await requestJson<{ session_id: string }>(
      "/api/analyze",
      form({ text: "They used T1059.001 and T1566 here." }),
    );
    const path = `/api/analyze/sessions/${session.session_id}/compare`;
    const rolled = await requestJson<object[]>(`${path}?mode=rollup`, { method: "POST" });
    expect(rolled.body[0]).toMatchObject({ group_attack_id: "G0016", similarity: 1 });
    const withoutUse = smallObjects().filter(
      (o) => !(o["source_ref"] === stixIds.group(1) && o["target_ref"] === stixIds.technique(3)),
    );
    await ingest(smallBundle("19.0", "2.1", withoutUse));
    const changes = await requestJson<object[]>(`${path}/changes`);
    expect(changes.headers.get("X-Total-Count")).toBe("2");
    expect(changes.body).toMatchObject([
      { group_attack_id: "G0007", before: { rank: 2, similarity: 0.5 }, after: { rank: 1 } },
      {
        group_attack_id: "G0016",
        before: { rank: 1, similarity: 0.6667, shared_techniques: ["T1059.001", "T1566"] },
        after: { rank: 2, similarity: 0.3333, shared_techniques: ["T1059.001"] },
      },
    ]);
    const back = await requestJson<object[]>(`${path}/changes?from=19.0&to=18.1`);
    expect(back.body).toMatchObject([{ group_attack_id: "G0016", after: { rank: 1 } }, {}]);
    expect((await requestJson(`${path}/changes?to=1.0`)).body).toMatchObject({
      code: "version_not_found",
    });
  });
});
