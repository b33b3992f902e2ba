import type { RuleState } from "../../../api/rules.ts";
import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import type { Chosen } from "../../../parts/use-chosen.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import { SEARCH_ID } from "./rule-filters.tsx";

const READING = [
  ["/", "Search"],
  ["j k", "Next, previous row"],
  ["Enter", "Open the row"],
  ["x", "Choose the row, or not any more"],
  ["Shift x", "Choose all rows from the last chosen one"],
  ["Shift j k", "Choose the row and the next, the previous one"],
  ["Escape", "Choose none"],
] as const;
const CHANGING = [
  ["e", "Enable the chosen rows or, without any, the row"],
  ["d", "Disable them"],
  ["n", "Import rules"],
] as const;
const READING_HELP: KeyHelp = { title: "Rules", keys: READING };
const HELP: KeyHelp = { title: "Rules", keys: [...READING, ...CHANGING] };

interface Options {
  chosen: Chosen;
  mayChange: boolean;
  onState: (state: RuleState) => void;
  onImport: () => void;
}

/** The keys of the list; those that change something are there for who may. */
export function useRuleKeys({ chosen, mayChange, onState, onImport }: Options): void {
  useKeyHelp(mayChange ? HELP : READING_HELP);
  useKeys({
    "/": () => document.getElementById(SEARCH_ID)?.focus(),
    j: () => chosen.step(1, false),
    k: () => chosen.step(-1, false),
    J: () => chosen.step(1, true),
    K: () => chosen.step(-1, true),
    x: () => chosen.toggleAt(false),
    X: () => chosen.toggleAt(true),
    Escape: () => chosen.chooseAll(false),
    ...(mayChange
      ? { e: () => onState("enabled"), d: () => onState("disabled"), n: onImport }
      : {}),
  });
}
