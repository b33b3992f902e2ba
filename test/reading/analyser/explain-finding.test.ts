import { expect, it } from "vitest";
import { shippedModel, shippedRelease } from "../../../scripts/model/shipped.ts";
import { explainFinding } from "../../../src/reading/analyser/explain-finding.ts";

const EVIDENCE = "The actors dumped credentials from the memory of LSASS with Mimikatz.";

it("reads the sentence again only when the explanation is read, and once", () => {
  const shipped = shippedModel();
  let reads = 0;
  const model = new Proxy(shipped, {
    get: (target, key) => {
      if (key === "encoder") reads += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  const c = model.taxonomy.classOf.get("T1003.001") ?? 0;
  const unit = { c, isFamily: false, sentences: [], signals: new Float32Array(), probability: 0.9 };
  const finding = { model, attack_id: "T1003.001", probability: 0.9, unit };
  const hit = { kind: "name" as const, text: "LSASS" };
  const found = { classified: { models: [model] }, release: shippedRelease() };
  const explanation = explainFinding("T1003.001", finding, { evidence: EVIDENCE, hit }, found);
  expect(explanation.hit).toEqual(hit);
  expect(reads).toBe(0);
  expect(explanation.features.map(({ words }) => words.toLowerCase())).toContain("lsass");
  expect(explanation.runners_up).toHaveLength(3);
  const once = reads;
  expect(once).toBeGreaterThan(0);
  // As an answer, it has everything.
  expect(Object.keys({ ...explanation })).toEqual([
    "hit",
    "features",
    "runners_up",
    "nearest_procedure",
  ]);
  expect(JSON.parse(JSON.stringify(explanation))).toEqual({ ...explanation });
  expect(reads).toBe(once);
});
