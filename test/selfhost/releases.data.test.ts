import { describe, expect, it } from "vitest";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { type Case, checkReleases, type Expected, idsOf } from "../support/node/check-releases.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readDataGzip, readDataJson } from "../support/node/real-data.ts";

const COUNTS = ["attack/COUNTS.json", "attack-19/COUNTS.json"];

/** Every release that is there, with what an independent script counted in it. */
function listCases(): Case[] {
  const counts = COUNTS.flatMap((path) =>
    Object.entries(readDataJson<Record<string, Expected>>(path) ?? {}),
  );
  return counts.flatMap(([name, expected]) => {
    const [domain = "", version = ""] = name.split(" ");
    const plain = readDataGzip(releasePath(domain, version));
    return plain === null ? [] : [{ domain, version, plain, expected }];
  });
}

describeWithData("published releases", COUNTS, () => {
  const cases = listCases();
  const url = checkReleases(cases);
  const enterprise = cases.filter(({ domain }) => domain === "enterprise-attack");

  describe.each(enterprise)("groups of $domain $version", ({ domain, version, expected }) => {
    const compare = async (ids: string[], mode: string) => {
      const query = `domain=${domain}&version=${version}&mode=${mode}`;
      const body = JSON.stringify({ technique_ids: ids });
      const response = await fetch(`${url()}/api/apt/compare?${query}`, {
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
});
