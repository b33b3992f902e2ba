import { type KeyHelp, useKeyHelp } from "../../../parts/key-help/key-help.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import { keepLast } from "../changes/pending-suppressions.ts";
import { switchDefanged } from "../shown/use-defanged.ts";
import type { Decisions } from "./use-decisions.ts";

const READING = [["d", "Show values defanged or plain"]] as const;
const CHANGING = [
  ["a", "Confirm"],
  ["r", "Suppress"],
  ["e", "Expire"],
  ["u", "Undo the last suppression"],
] as const;
const READING_HELP: KeyHelp = { title: "Observable", keys: READING };
const HELP: KeyHelp = { title: "Observable", keys: [...READING, ...CHANGING] };

/** Handles the shortcut keys of the page. Those that change something require permission. */
export function useValueKeys(decisions: Decisions, mayChange: boolean): void {
  const { confirm, suppress, expire, isPending, isGoing } = decisions;
  const unlessBusy = (act: () => void) => () => {
    if (!isPending && !isGoing) act();
  };
  useKeyHelp(mayChange ? HELP : READING_HELP);
  useKeys({
    d: switchDefanged,
    ...(mayChange
      ? {
          a: unlessBusy(confirm),
          r: unlessBusy(suppress),
          e: unlessBusy(expire),
          u: keepLast,
        }
      : {}),
  });
}
