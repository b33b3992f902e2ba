import { beforeAll, describe, expect, it } from "vitest";
import { measureOf } from "../../../src/knowledge/comparison/measure.ts";
import { rank } from "../../../src/knowledge/comparison/rank.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { smallRelease } from "../../support/small-release.ts";

describe("rank", () => {
  const plain = measureOf("jaccard", smallRelease());
  const set = (attack_id: string, ...techniques: string[]) => ({ attack_id, techniques });

  it("orders by similarity, then shared techniques, then id, and leaves out what shares nothing", () => {
    const query = new Set(["a", "b", "c", "d"]);
    const rows = rank(
      query,
      [
        set("G3", "a", "b"),
        set("G2", "a", "b", "c", "d", "e", "f", "g", "h"),
        set("G1", "a", "b"),
        set("G4", "x"),
        set("G5"),
        set("G6", "d", "c", "b", "a"),
      ],
      plain,
    );
    expect(rows.map((r) => [r.entry.attack_id, r.similarity, r.shared.length])).toEqual([
      ["G6", 1, 4],
      ["G2", 0.5, 4],
      ["G1", 0.5, 2],
      ["G3", 0.5, 2],
    ]);
    expect(rows[0]?.shared).toEqual(["a", "b", "c", "d"]);
  });

  it("rounds to four places", () => {
    const rows = rank(new Set(["a"]), [set("G1", "a", "b", "c"), set("G2", "a", "b")], plain);
    expect(rows.map((r) => r.similarity)).toEqual([0.5, 0.3333]);
  });
});

describe("POST /api/apt/compare", () => {
  beforeAll(ingestSmallRelease);
  const compare = (body: unknown, query = "") =>
    requestJson<object[]>(`/api/apt/compare${query}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  it("puts a group's own set first with 1.0, in any case and order, duplicates merged", async () => {
    const { body } = await compare({ technique_ids: ["t1566", "T1059.001", "T1059", "T1566"] });
    expect(body).toEqual([
      {
        group_attack_id: "G0016",
        group_name: "APT29",
        similarity: 1,
        shared_count: 3,
        shared_techniques: ["T1059", "T1059.001", "T1566"],
      },
      {
        group_attack_id: "G0007",
        group_name: "APT28",
        similarity: 0.3333,
        shared_count: 1,
        shared_techniques: ["T1566"],
      },
    ]);
  });

  it("follows revoked ids, leaves out unknown ones, and says both", async () => {
    const ids = ["T1086", "T9999", "T1000", "T1111", "T1566"];
    const { body, headers } = await compare({ technique_ids: ids });
    expect(headers.get("X-Replaced-Techniques")).toBe("T1086=T1059.001");
    expect(headers.get("X-Unknown-Techniques")).toBe("T1000,T1111,T9999");
    expect(body[0]).toMatchObject({ group_attack_id: "G0016", similarity: 0.6667 });
  });

  it.each([
    [{ technique_ids: [] }, "", 422, "validation_error"],
    [{}, "", 422, "validation_error"],
    ["", "", 400, "invalid_json"],
    [{ technique_ids: "T1059" }, "", 422, "validation_error"],
    [{ technique_ids: Array.from({ length: 2001 }, () => "T1059") }, "", 422, "validation_error"],
    [{ technique_ids: ["foo"] }, "", 400, "invalid_id"],
    ["{", "", 400, "invalid_json"],
    ["[".repeat(100) + "]".repeat(100), "", 400, "invalid_json"],
    [{ technique_ids: ["T1059"], pad: "x".repeat(2 * 1024 * 1024) }, "", 413, "body_too_large"],
    [{ technique_ids: ["T1059"] }, "?top_n=0", 422, "validation_error"],
    [{ technique_ids: ["T1059"] }, "?top_n=51", 422, "validation_error"],
    [{ technique_ids: ["T1059"] }, "?domain=x", 404, "unknown_domain"],
  ])("answers %j%s with %i %s", async (body, query, status, code) => {
    expect(await compare(body, query)).toMatchObject({ status, body: { code } });
  });

  it("names the place of a malformed id", async () => {
    const { body } = await compare({ technique_ids: ["T1059", "T12"] });
    expect(body).toMatchObject({
      detail: "'technique_ids/1' must be a technique id such as T1059 or T1059.001.",
      errors: [{ pointer: "/technique_ids/1" }],
    });
  });
});
