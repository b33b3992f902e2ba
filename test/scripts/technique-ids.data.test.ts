import { expect, it } from "vitest";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { buildIndex, loadIndex } from "../../src/knowledge/attack/build-index.ts";
import { SHIPPED_TABLES, toTable } from "../../src/knowledge/attack/ids/id-table.ts";
import { shippedIds } from "../../src/knowledge/attack/ids/known-ids.ts";
import { resolveId } from "../../src/knowledge/attack/ids/resolve-id.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readDataGzip, readDataJson } from "../support/node/real-data.ts";

const DOMAINS = ["enterprise-attack", "mobile-attack", "ics-attack"];
const VERSIONS = ["17.1", "18.1", "19.1"];

async function readVersion(domain: string, version: string): Promise<ReleaseContent> {
  const bytes = readDataGzip(releasePath(domain, version)) ?? Buffer.alloc(0);
  return await readRelease(new Blob([new Uint8Array(bytes)]).stream(), {});
}

/** Releases of a domain, oldest first. */
async function readAll(domain: string): Promise<ReleaseContent[]> {
  const found: ReleaseContent[] = [];
  for (const version of VERSIONS) found.push(await readVersion(domain, version));
  return found;
}

const FILES = [
  ...DOMAINS.flatMap((domain) => VERSIONS.map((version) => releasePath(domain, version))),
  "sigma/INDEX.json",
  "atomic/ATOMIC-INDEX.json.gz",
];

describeWithData("the shipped table of technique ids", FILES, () => {
  it.each(DOMAINS)(
    "%s: is what the releases say, and resolves every id in every release",
    async (domain) => {
      const contents = await readAll(domain);
      const table = SHIPPED_TABLES.find((one) => one.domain === domain);
      expect(toTable(contents)).toEqual(table);
      const ids = shippedIds().list(domain);
      const carried = new Set(contents.flatMap((c) => c.techniques.map((t) => t.attack_id)));
      expect(new Set(ids)).toEqual(carried);
      for (const content of contents) {
        const index = loadIndex(buildIndex(content), 0);
        for (const id of ids) {
          const meaning = resolveId(id, index);
          expect([id, index.version, meaning.kind]).not.toContain("unknown");
          if (meaning.kind !== "elsewhere") continue;
          expect(meaning.technique.name).not.toBe("");
          expect(meaning.technique.relation).toMatch(/^(newer|older)$/);
        }
      }
    },
  );

  it("names what SigmaHQ and Atomic Red Team use and 18.1 lacks", async () => {
    const content = await readVersion("enterprise-attack", "18.1");
    const index = loadIndex(buildIndex(content), 0);
    const { rules = [] } =
      readDataJson<{ rules: { techniques: string[] }[] }>("sigma/INDEX.json") ?? {};
    const atomic = readDataGzip("atomic/ATOMIC-INDEX.json.gz");
    const { atomic_tests: tests } = JSON.parse(String(atomic)) as {
      atomic_tests: { technique: string }[];
    };
    const lacked = (ids: string[]) =>
      [...new Set(ids.map((id) => id.toUpperCase()))].filter(
        (id) => resolveId(id, index).kind !== "active",
      );
    const ofSigma = lacked(rules.flatMap(({ techniques }) => techniques));
    const ofAtomic = lacked(tests.map(({ technique }) => technique));
    expect([ofSigma.length, ofAtomic.length]).toEqual([12, 11]);
    for (const id of [...ofSigma, ...ofAtomic]) {
      expect(resolveId(id, index)).toMatchObject({
        kind: "elsewhere",
        technique: { version: "19.1", relation: "newer", domain: "enterprise-attack" },
      });
    }
  });
});
