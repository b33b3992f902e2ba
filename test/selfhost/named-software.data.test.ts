import { outlineText } from "../../src/text/outline/outline-text.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { extractDocument } from "../../src/formats/documents/extract-document.ts";
import { buildIndex, loadIndex } from "../../src/knowledge/attack/build-index.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { fromSeed, type Seed } from "../../src/knowledge/attack/seed.ts";
import { findEntities } from "../../src/reading/entities/find-entities.ts";
import { SHIPPED } from "../support/shipped.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readData } from "../support/node/real-data.ts";

const root = join(import.meta.dirname, "..", "..");
const SEED = join(root, "assets", "seed", `${SHIPPED.domain}-${SHIPPED.version}.json`);
const LIMITS = { maxUnpackedBytes: 1e9, maxPdfPages: 1000, maxTextChars: 2e6 };
const LEAST = 0.95;

/** Ids and names of the software that each advisory names, of 18.1 and 19.1, as a person read them. */
const EXPECTED = JSON.parse(
  readFileSync(join(root, "test", "fixtures", "reports", "named-software.json"), "utf8"),
) as Record<string, Record<string, string>>;

const reports = Object.entries(EXPECTED).flatMap(([filename, named]) => {
  const bytes = readData(`reports/${filename}`);
  return bytes === null ? [] : [{ filename, bytes: new Uint8Array(bytes), named }];
});

let release: ReleaseIndex;
beforeAll(() => {
  release = loadIndex(buildIndex(fromSeed(JSON.parse(readFileSync(SEED, "utf8")) as Seed)), 1);
});

describeWithData("software that advisories name", ["reports/EXPECTED.json"], () => {
  it(`is found with a precision and recall of at least ${LEAST}`, async () => {
    const known = new Set(release.software.map(({ attack_id: id }) => id));
    const missed: string[] = [];
    const wrong: string[] = [];
    let right = 0;
    for (const { filename, bytes, named } of reports) {
      // One of them is pictures alone.
      const { text, blocks } = await extractDocument({ bytes, filename }, LIMITS).catch(() => ({
        text: "",
        blocks: [],
      }));
      const document = outlineText(text, blocks);
      const { software } = await findEntities(document, release, [], async () => undefined);
      const found = new Set(software.map(({ attack_id: id }) => id));
      const expected = Object.keys(named).filter((id) => known.has(id));
      right += expected.filter((id) => found.has(id)).length;
      missed.push(
        ...expected.filter((id) => !found.has(id)).map((id) => `${filename} ${id} ${named[id]}`),
      );
      wrong.push(
        ...software
          .filter(({ attack_id: id }) => !(id in named))
          .map(({ attack_id: id, name }) => `${filename} ${id} ${name}`),
      );
    }
    expect(wrong).toEqual([]);
    expect(missed).toEqual(["aa21-076a-trickbot.txt S0504 Anchor"]);
    expect(right / (right + wrong.length)).toBeGreaterThanOrEqual(LEAST);
    expect(right / (right + missed.length)).toBeGreaterThanOrEqual(LEAST);
  });
});
