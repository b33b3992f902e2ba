import { boundModel } from "../judge/bound-model.ts";
import { measureJudge, showJudge } from "../judge/measure-judge.ts";
import { shippedModel, shippedRelease } from "../shipped.ts";
import { measureCommands, showCommands } from "../measure-commands.ts";
import { measureLeads, showLeads } from "../measure-leads.ts";
import { measureTraps } from "../measure-traps.ts";
import { showTraps } from "../show-traps.ts";
import { readAdvisoryCases, readWrittenCases } from "../../observables/labelled-cases.ts";
import { measureObservables, showObservables } from "../../observables/measure.ts";
import { openReader } from "../../observables/read-text.ts";
import { measureAblation } from "./ablation.ts";
import { measureGate, showGate } from "./gate.ts";
import { measureMapping, showMapping } from "./mapping.ts";
import { measureReleases, showReleases } from "./releases.ts";

/** A part of the evaluation that runs by itself: prints its table, gives what is written as JSON. */
export interface Part {
  /** Whether there is nothing to measure without the data folder. */
  needsData: boolean;
  /** @param model a file with the model to measure instead of the shipped one, where the part can */
  run(data: string, model?: string): Promise<object>;
}

/** Parts by the name that `--only` takes. */
export const PARTS: Record<string, Part> = {
  traps: {
    needsData: false,
    run: async () => {
      const traps = await measureTraps();
      console.log(showTraps(traps));
      return { traps };
    },
  },
  gate: {
    needsData: false,
    run: async (data) => {
      const gate = await measureGate(data);
      console.log(showGate(gate));
      return { gate };
    },
  },
  leads: {
    needsData: true,
    run: async (data) => {
      const leads = await measureLeads(data);
      console.log(showLeads(leads));
      return { leads };
    },
  },
  judge: {
    needsData: true,
    run: async (data) => {
      const { binding, reports } = boundModel();
      const judge = await measureJudge(data, [shippedModel()], shippedRelease(), binding, reports);
      console.log(showJudge(judge));
      return { judge };
    },
  },
  commands: {
    needsData: true,
    run: async (data) => {
      const commands = measureCommands(data);
      console.log(showCommands(commands));
      return { commands };
    },
  },
  observables: {
    needsData: false,
    run: async (data) => {
      const cases = [...readWrittenCases(), ...(await readAdvisoryCases(data))];
      const figures = measureObservables(cases, openReader());
      console.log(showObservables(figures));
      return {
        cases: cases.length,
        kinds: Object.fromEntries(figures.kinds),
        confidence: Object.fromEntries(figures.confidence),
        faults: figures.faults,
      };
    },
  },
  mapping: {
    needsData: false,
    run: async (data, model) => {
      const result = await measureMapping(data, model);
      console.log(showMapping(result));
      return result;
    },
  },
  releases: {
    needsData: true,
    run: async (data) => {
      const releases = await measureReleases(data);
      console.log(showReleases(releases));
      return { releases };
    },
  },
  ablation: {
    needsData: true,
    run: async (data) => ({ ablation: await measureAblation(data) }),
  },
};
