import { describe, expect, it } from "vitest";
import { packMentions } from "../../../src/pipeline/observables/pack-mentions.ts";
import type { RuledMatch } from "../../../src/pipeline/observables/vocabulary.ts";

const match = (id: string, value: string, rule: RuledMatch["rule"] = null): RuledMatch => ({
  id,
  kind: "domain",
  value,
  normalized_value: value.toLowerCase(),
  confidence: 50,
  rule,
});

describe("mentions packed for SQL", () => {
  it("are apart by whether they are suppressed, beside the key of their source", () => {
    const matches = [match("1", "A.xyz"), match("2", "b.com", "benign_domain")];
    expect([...packMentions([{ key: { id: "r", url_key: null }, matches }])]).toEqual([
      [
        {
          id: "r",
          url_key: null,
          admitted: [["1", "domain", "A.xyz", "a.xyz", 50]],
          suppressed: [["2", "domain", "b.com", "b.com", "benign_domain"]],
        },
      ],
    ]);
  });

  it("are none for a source that mentions nothing", () => {
    expect([...packMentions([{ key: { id: "r" }, matches: [] }])]).toEqual([]);
  });

  it("fit into the parameters of D1, and none is lost", () => {
    const matches = Array.from({ length: 20_000 }, (_, i) => match(String(i), `host-${i}.xyz`));
    const chunks = [...packMentions([{ key: { id: "one" }, matches }])];
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(JSON.stringify(chunk).length).toBeLessThan(660_000);
    const packed = chunks.flat();
    expect(packed.every(({ id }) => id === "one")).toBe(true);
    expect(packed.flatMap(({ admitted }) => admitted.map(([id]) => id))).toEqual(
      matches.map(({ id }) => id),
    );
  });
});
