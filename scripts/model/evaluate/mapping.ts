import { readFileSync } from "node:fs";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { decodeModel, type Model } from "../../../src/reading/analyser/model/model-file.ts";
import { type ForeignFigures, measureForeign } from "../measure-foreign.ts";
import { type LabelledFigures, measureLabelled, showLabelled } from "../measure-labelled.ts";
import { type MappingFigures, measureMappingDev, MIN_WORDS } from "../measure-mapping-dev.ts";
import { measureScenarios, type Scenario, type ScenarioFigures } from "../measure-scenarios.ts";
import { shippedModel, shippedRelease } from "../shipped.ts";
import { BEFORE } from "./before.ts";
import { type Beside, interval, percent, showBeside } from "./show.ts";

/** What the service answers to texts that nothing was fitted on, to sentences in other languages, and to scenarios. */
export interface MappingResult {
  /** Null where the data is not there. */
  mapping: MappingFigures | null;
  labelled: LabelledFigures;
  foreign: Record<string, ForeignFigures>;
  scenarios: Record<Scenario["set"], ScenarioFigures>;
}

/** Measures the shipped model, or the one in a file. */
export async function measureMapping(data: string, path?: string): Promise<MappingResult> {
  const model = path === undefined ? shippedModel() : decodeModel(readFileSync(path));
  return await measureModel(data, model, shippedRelease());
}

/** Measures one model. */
export async function measureModel(
  data: string,
  model: Model,
  release: ReleaseIndex,
): Promise<MappingResult> {
  return {
    mapping: await measureMappingDev(data, [model], release),
    labelled: await measureLabelled(data, [model], release),
    foreign: await measureForeign(model, release),
    scenarios: await measureScenarios(model, release),
  };
}

/** All tables, beside the figures of the release before. */
export function showMapping({ mapping, labelled, foreign, scenarios }: MappingResult): string {
  const tables = [showLabelled(labelled), showScenarios(scenarios), showForeign(foreign)];
  if (mapping === null) tables.unshift("\nTexts that nothing was fitted on: left out, not there");
  else tables.unshift(showMappingDev(mapping));
  return tables.join("\n");
}

/** Precision and the like as percentages of the texts of each set. */
function showMappingDev(figures: MappingFigures): string {
  const sets = ["reports", "passages", "paragraphs"] as const;
  return showBeside(
    "Texts that nothing was fitted on, by parents",
    sets.flatMap((set) => {
      const now = figures[set];
      const before = BEFORE.mapping[set];
      const row = (what: string, name: keyof typeof before & keyof typeof now): Beside => ({
        label: `${set.padEnd(10)} ${what}`,
        before: name === "interval_95" ? interval(before[name]) : percent(before[name]),
        now: name === "interval_95" ? interval(now[name]) : percent(now[name]),
      });
      const long = `of ${now.of_30_words} with ${MIN_WORDS} words or more`;
      return [
        row(`precision (${now.texts} texts)`, "precision"),
        row("recall", "recall"),
        row("F1", "f1"),
        row("F1, 95 %", "interval_95"),
        row("first of findings and candidates is right", "first_is_right"),
        row("calibration error", "expected_error"),
        row(`no finding, ${long}`, "silent"),
        row(`no candidate either, ${long}`, "silent_without_candidates"),
      ];
    }),
  );
}

function showScenarios(figures: MappingResult["scenarios"]): string {
  const answers = [
    ["the technique is first", "first"],
    ["its family is first", "first_by_family"],
    ["its family is a finding", "listed_by_family"],
    ["no finding", "silent"],
    ["findings in all", "findings"],
  ] as const;
  return showBeside(
    "Paragraphs of our own about one technique each, how many",
    (["chosen on", "held out"] as const).flatMap((set) =>
      answers.map(([what, name]) => ({
        label: `${set.padEnd(9)} of ${String(figures[set].paragraphs).padStart(3)}: ${what}`,
        before: String(BEFORE.scenarios[set][name]),
        now: String(figures[set][name]),
      })),
    ),
  );
}

function showForeign(figures: Record<string, ForeignFigures>): string {
  const known: Record<string, Pick<ForeignFigures, Answers>> = BEFORE.foreign;
  const answers = [
    ["right technique or its parent is first", "first"],
    ["is a finding", "listed"],
    ["nothing at all", "nothing"],
  ] as const;
  return showBeside(
    "Sentences of our own in other languages, how many",
    Object.entries(figures).flatMap(([language, now]) =>
      answers.map(([what, name]) => ({
        label: `${language.padEnd(4)} of ${String(now.sentences).padStart(3)}: ${what}`,
        before: String(known[language]?.[name] ?? ""),
        now: String(now[name]),
      })),
    ),
  );
}

type Answers = "first" | "listed" | "nothing";
