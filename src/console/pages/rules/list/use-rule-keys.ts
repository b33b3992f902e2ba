import type { RuleState } from "../../../api/rules.ts";
import { CHOOSING_HELP, choosingKeys } from "../../../parts/choosing-keys.ts";
import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import type { Chosen } from "../../../parts/use-chosen.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import { SEARCH_ID } from "./rule-filters.tsx";

const CHANGING = [
  ["e", "Enable the chosen rows or, without any, the row"],
  ["d", "Disable them"],
  ["n", "Import rules"],
] as const;
const READING_HELP: KeyHelp = { title: "Rules", keys: CHOOSING_HELP };
const HELP: KeyHelp = { title: "Rules", keys: [...CHOOSING_HELP, ...CHANGING] };

interface Options {
  chosen: Chosen;
  mayChange: boolean;
  onState: (state: RuleState) => void;
  onImport: () => void;
}

/** Handles the shortcut keys of the list. Those that change something require permission. */
export function useRuleKeys({ chosen, mayChange, onState, onImport }: Options): void {
  useKeyHelp(mayChange ? HELP : READING_HELP);
  useKeys({
    ...choosingKeys(chosen, SEARCH_ID),
    ...(mayChange
      ? { e: () => onState("enabled"), d: () => onState("disabled"), n: onImport }
      : {}),
  });
}
