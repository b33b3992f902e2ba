import { expect, it } from "vitest";
import { gunzipSync } from "node:zlib";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { buildIndex, loadIndex } from "../../src/knowledge/attack/build-index.ts";
import { diffReleases } from "../../src/knowledge/attack/diff-releases.ts";
import { successorsIn } from "../../src/knowledge/attack/ids/resolve-id.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readData, readDataJson } from "../support/node/real-data.ts";

/** What an independent script found between two releases, by id. */
interface Changes {
  techniques: {
    added: Record<string, string>;
    newly_revoked: Record<string, string>;
    newly_deprecated: string[];
    removed_from_bundle: string[];
    renamed: Record<string, [string, string]>;
    tactics_changed: Record<string, [string[], string[]]>;
  };
  groups: { added: Record<string, string>; renamed: Record<string, [string, string]> };
  campaigns: { added: Record<string, string> };
  group_technique_sets_changed: Record<string, { gained: string[]; lost: string[] }>;
}

interface Replacement {
  id: string;
  name: string;
  direct: string[];
  final: string | null;
  final_state: string | null;
}

const CHANGES_FILE = "attack-19/CHANGES.json";
const REPLACEMENTS_FILE = "attack-19/REPLACEMENTS.json";
const CHANGES = readDataJson<Record<string, Changes>>(CHANGES_FILE);
const REPLACEMENTS = readDataJson<Record<string, Replacement[]>>(REPLACEMENTS_FILE);
const DOMAINS = ["enterprise-attack", "mobile-attack", "ics-attack"];

async function read(domain: string, version: string): Promise<ReleaseContent> {
  const bytes = gunzipSync(readData(releasePath(domain, version)) ?? Buffer.alloc(0));
  return await readRelease(new Blob([new Uint8Array(bytes)]).stream(), {});
}

for (const domain of DOMAINS) {
  const files = ["18.1", "19.1"].map((version) => releasePath(domain, version));
  describeWithData(`${domain} 19.1`, [...files, CHANGES_FILE, REPLACEMENTS_FILE], () => {
    const releases = Promise.all([read(domain, "18.1"), read(domain, "19.1")]);

    it("differs from 18.1 as an independent count says", async () => {
      const [before, after] = (await releases).map((content) => loadIndex(buildIndex(content), 0));
      const changes = CHANGES?.[`${domain} 18.1 -> 19.1`];
      if (before === undefined || after === undefined || changes === undefined) throw new Error();
      const diff = diffReleases(before, after);
      const { techniques, groups, campaigns, group_technique_sets_changed: sets } = changes;
      expect(byId(diff.added, ({ name }) => name)).toEqual(techniques.added);
      expect(byId(diff.revoked, (one) => one.replaced_by)).toEqual(techniques.newly_revoked);
      expect(diff.deprecated.map((one) => one.attack_id)).toEqual(techniques.newly_deprecated);
      expect(diff.removed.map((one) => one.attack_id)).toEqual(techniques.removed_from_bundle);
      expect(byId(diff.renamed, ({ from, to }) => [from, to])).toEqual(techniques.renamed);
      const moved = Object.entries(techniques.tactics_changed).filter(
        ([, [from, to]]) => from.toSorted().join() !== to.toSorted().join(),
      );
      expect(
        byId(diff.tactic_changes, ({ added, removed }) => [removed.toSorted(), added.toSorted()]),
      ).toEqual(
        Object.fromEntries(
          moved.map(([id, [from, to]]) => [
            id,
            [
              from.filter((t) => !to.includes(t)).sort(),
              to.filter((t) => !from.includes(t)).sort(),
            ],
          ]),
        ),
      );
      const came = diff.group_changes.filter(({ change }) => change === "added");
      expect(byId(came, ({ name }) => name)).toEqual(groups.added);
      const campaign = diff.campaign_changes.filter(({ change }) => change === "added");
      expect(byId(campaign, ({ name }) => name)).toEqual(campaigns.added);
      const others = diff.group_changes.filter(
        (one) =>
          one.change === "changed" &&
          one.techniques_added.length + one.techniques_removed.length > 0,
      );
      const expected = Object.entries(sets).filter(([id]) => !(id in groups.added));
      expect(
        byId(others, (one) => ({ gained: one.techniques_added, lost: one.techniques_removed })),
      ).toEqual(Object.fromEntries(expected));
    });

    it("follows every revoked id to its final successor", async () => {
      const [, content] = await releases;
      const index = loadIndex(buildIndex(content), 0);
      const revoked = content.techniques.filter(({ state }) => state === "revoked");
      const expected = REPLACEMENTS?.[domain] ?? [];
      expect(revoked.map((one) => one.attack_id).sort()).toEqual(
        expected.map(({ id }) => id).sort(),
      );
      for (const { id, name, final, final_state: state } of expected) {
        const found = revoked.find((one) => one.attack_id === id);
        expect([id, found?.name]).toEqual([id, name]);
        const successors = state === "active" ? [final] : [];
        expect([id, successorsIn(index, id)]).toEqual([id, successors]);
        expect(found?.replaced_by ?? null).toBe(state === "active" ? final : null);
      }
    });
  });
}

function byId<T extends { attack_id: string }, V>(list: readonly T[], value: (one: T) => V) {
  return Object.fromEntries(list.map((one) => [one.attack_id, value(one)]));
}
