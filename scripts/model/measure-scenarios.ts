import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentOf } from "../../src/knowledge/attack/technique-id.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { Model } from "../../src/reading/analyser/model/model-file.ts";
import { likeliestOf, openAnalyser, type ServiceAnswer } from "./open-analyser.ts";

/** A paragraph of our own, of three to five sentences, in which one technique is what mainly happens. */
export interface Scenario {
  /** By some of them it was chosen what is learned and how; by the others, which were written apart, nothing. */
  set: "chosen on" | "held out";
  attack_id: string;
  text: string;
}

/** How many of so many paragraphs. */
export interface ScenarioFigures {
  paragraphs: number;
  /** The technique itself, or one of its family, is first among findings and candidates; one of them is a finding. */
  first: number;
  first_by_family: number;
  listed_by_family: number;
  /** There is no finding. */
  silent: number;
  /** Findings in all of them together. */
  findings: number;
}

const PATH = join(import.meta.dirname, "scenarios.jsonl");

/** The paragraphs, which nothing is learned from. */
export function readScenarios(): Scenario[] {
  const lines = readFileSync(PATH, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Scenario);
}

/** What the service's own code answers to them, by set. */
export async function measureScenarios(
  model: Model,
  release: ReleaseIndex,
  scenarios: readonly Scenario[] = readScenarios(),
): Promise<Record<Scenario["set"], ScenarioFigures>> {
  const analyse = openAnalyser([model], release);
  const figures = { "chosen on": nothingYet(), "held out": nothingYet() };
  for (const scenario of scenarios) {
    count(figures[scenario.set], scenario, await analyse(scenario.text));
  }
  return figures;
}

function nothingYet(): ScenarioFigures {
  return {
    paragraphs: 0,
    first: 0,
    first_by_family: 0,
    listed_by_family: 0,
    silent: 0,
    findings: 0,
  };
}

function count(figures: ScenarioFigures, { attack_id }: Scenario, answer: ServiceAnswer): void {
  const { techniques } = answer;
  const first = likeliestOf(answer);
  const isKin = (id: string) => parentOf(id) === parentOf(attack_id);
  figures.paragraphs += 1;
  figures.first += Number(first?.attack_id === attack_id);
  figures.first_by_family += Number(first !== undefined && isKin(first.attack_id));
  figures.listed_by_family += Number(techniques.some((one) => isKin(one.attack_id)));
  figures.silent += Number(techniques.length === 0);
  figures.findings += techniques.length;
}
