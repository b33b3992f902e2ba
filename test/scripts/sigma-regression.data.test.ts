import { expect, it } from "vitest";
import { type CompiledRule, compileSigma } from "../../src/detection/evaluate/compile-sigma.ts";
import { EventView } from "../../src/detection/evaluate/events/event-view.ts";
import { readEventText } from "../../src/detection/evaluate/read/read-events.ts";
import { Work } from "../../src/detection/evaluate/work.ts";
import { AppError } from "../../src/platform/lib/errors.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readDataTar } from "../support/node/read-tar.ts";
import { readDataJson } from "../support/node/real-data.ts";

interface Pair {
  rule: string;
  json: string;
  events: number;
  matching: number[];
}

const FILES = [
  "sigma/REGRESSION-INDEX.json",
  "sigma/rules.tar.gz",
  "sigma/other-rules.tar.gz",
  "sigma/regression-json.tar.gz",
] as const;
const index = readDataJson<{ pairs: Pair[] }>(FILES[0]);
const [rules, others, recorded] = FILES.slice(1).map(readDataTar);
const pairs = index?.pairs ?? [];

const compiled = new Map<string, CompiledRule>();
const refused = new Map<string, string[]>();
for (const [path, content] of [...(rules ?? []), ...(others ?? [])]) {
  if (!path.endsWith(".yml")) continue;
  try {
    compiled.set(path, compileSigma(content));
  } catch (error) {
    const reason = error instanceof AppError ? reasonOf(error.message) : String(error);
    refused.set(reason, [...(refused.get(reason) ?? []), path]);
  }
}

function reasonOf(detail: string): string {
  if (detail.includes("type 'temporal'")) return "near";
  return /aggregation|placeholder|'action'|no selection/.exec(detail)?.[0] ?? detail;
}

const eventsOf = ({ json }: Pair) =>
  [...readEventText(recorded?.get(json) ?? "")].map(({ event, fault }) => {
    expect(fault).toBeNull();
    return event;
  });

describeWithData("Sigma's own rules", FILES, () => {
  it.each(pairs)("fire on what was recorded for them: $rule", (pair) => {
    const rule = compiled.get(pair.rule);
    const events = eventsOf(pair);
    expect(events).toHaveLength(pair.events);
    const matching = events.flatMap((event, i) => (rule?.match(event) === true ? [i] : []));
    expect(matching).toEqual(pair.matching);
  });

  it("are run, or say why they are not", () => {
    const counts = Object.fromEntries([...refused].map(([reason, { length }]) => [reason, length]));
    // `no selection`: conditions in plain English among the unsupported rules.
    expect(counts).toEqual({
      aggregation: 47,
      placeholder: 26,
      near: 7,
      "no selection": 4,
      "'action'": 3,
    });
    expect(compiled.size).toBe(3_790 - 87);
    const published = [...refused.values()].flat().filter((path) => rules?.has(path));
    expect(published.filter((path) => !path.includes("CVE-2026-54121"))).toEqual([]);
  });

  it("seldom fire on what was recorded for others", () => {
    let crossFires = 0;
    for (const pair of pairs) {
      for (const event of eventsOf(pair)) {
        const view = new EventView(event, new Work());
        for (const [path, rule] of compiled) {
          if (path !== pair.rule && rule.matchView(view)) crossFires += 1;
        }
      }
    }
    // All looked at: the same behaviour under another name, or a rule made for hunting.
    expect(crossFires).toBe(100);
  });
});
