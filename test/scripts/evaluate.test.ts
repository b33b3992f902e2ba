import { describe, expect, it } from "vitest";
import type { Calibration } from "../../src/reading/analyser/model/calibrate.ts";
import { evaluate, type Network } from "../../src/reading/analyser/model/network.ts";
import { SIGNALS } from "../../src/reading/analyser/model/signals.ts";
import { createCandidateList } from "../../src/reading/analyser/model/candidate-list.ts";
import { showBeside } from "../../scripts/model/evaluate/show.ts";
import { blankSignals, ignoreBlanks } from "../../scripts/model/leave-out-signals.ts";
import { readForeignSentences } from "../../scripts/model/measure-foreign.ts";
import { readScenarios } from "../../scripts/model/measure-scenarios.ts";
import { listWords } from "../../scripts/model/encoder/list-words.ts";
import { bootstrap } from "../../scripts/model/metrics.ts";
import { shippedRelease } from "../../scripts/model/shipped.ts";

describe("a signal that is left out", () => {
  const SMALLEST = 1e-3;
  const network: Network = {
    inputs: 2,
    hidden: 1,
    mean: Float32Array.of(0, 0),
    deviation: Float32Array.of(1, SMALLEST),
    weights: Float32Array.of(1, 1, 0.5, 2, 0),
  };

  it("is 0 in every candidate, and the others stay", () => {
    const candidates = createCandidateList();
    const signals = SIGNALS.map((_, at) => at + 1);
    candidates.push({ c: 3, isFamily: false }, 0, signals);
    blankSignals({ candidates }, ["context", "act"]);
    const found = [...candidates.at(0).signals];
    expect(SIGNALS.filter((_, at) => found[at] !== at + 1)).toEqual(["context", "act"]);
    expect(found.filter((value) => value === 0)).toHaveLength(2);
  });

  it("says nothing to a network that was fitted without it", () => {
    const networks = {
      sentence: network,
      sentenceFamily: network,
      document: network,
      documentFamily: network,
      short: network,
      shortFamily: network,
    };
    const { sentence, shortFamily } = ignoreBlanks(networks as unknown as Calibration);
    for (const one of [sentence, shortFamily]) {
      expect(evaluate(one, Float32Array.of(1, 9))).toBe(evaluate(network, Float32Array.of(1, 0)));
    }
    expect(evaluate(network, Float32Array.of(1, 9))).not.toBe(
      evaluate(network, Float32Array.of(1, 0)),
    );
  });
});

describe("what figures are made of", () => {
  const good = Array.from({ length: 20 }, () => ({ right: 9, wrong: 1, missed: 1 }));
  const bad = Array.from({ length: 20 }, () => ({ right: 1, wrong: 9, missed: 9 }));

  it("is drawn from each half by itself, and their F1 averaged", () => {
    const [low, high] = bootstrap(good, bad);
    expect(low).toBeCloseTo(0.5);
    expect(high).toBeCloseTo(0.5);
  });

  it("leaves the column of language models blank", () => {
    const rows = showBeside("Title", [{ label: "F1", before: "50.0", now: "60.0" }]).split("\n");
    expect(rows.at(-1)).toMatch(/^F1 \| +50\.0 \| +60\.0 \| +$/);
  });

  it("lists words of two texts and more, compounds by their parts", () => {
    expect(listWords(["They call LoadLibrary.", "A library they load", "seldom"])).toEqual([
      "library",
      "load",
      "they",
    ]);
  });

  it("has 20 sentences in each of five other languages, of techniques that are active", () => {
    const sentences = readForeignSentences();
    const byLanguage = Map.groupBy(sentences, ({ language }) => language);
    expect([...byLanguage.keys()].toSorted().join(" ")).toBe("de es fr ru zh");
    for (const some of byLanguage.values()) expect(some).toHaveLength(20);
    const { techniques } = shippedRelease();
    expect(sentences.filter(({ attack_id: id }) => !techniques.has(id))).toEqual([]);
  });
});

describe("the scenarios that are measured on", () => {
  it("are each of a technique of the release, and do not name it", () => {
    const { techniques } = shippedRelease();
    const scenarios = readScenarios();
    const sizes = Map.groupBy(scenarios, ({ set }) => set);
    expect([...sizes].map(([set, some]) => [set, some.length])).toEqual([
      ["chosen on", 120],
      ["held out", 80],
    ]);
    expect(new Set(scenarios.map(({ attack_id: id }) => id)).size).toBe(200);
    for (const { attack_id: id, text } of scenarios) {
      const { name } = techniques.get(id) ?? {};
      expect(name).toBeTypeOf("string");
      expect(text).not.toContain(id);
      expect(text.toLowerCase()).not.toContain(name?.toLowerCase());
    }
  });
});
