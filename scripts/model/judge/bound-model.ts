import { bindingOf } from "../../../src/reading/providers/slot-binding.ts";
import type { ModelBinding } from "../../../src/reading/providers/language-model/open-model.ts";
import { parseSettings } from "../../../src/settings.ts";

/** The model that the settings of the service bind to `provider_b`, and how many reports to measure it on. */
export function boundModel(): { binding: ModelBinding | null; reports: number } {
  const named = Object.entries(process.env).filter(([name]) => name.startsWith("PROVIDER_B_"));
  const { kind, letter, ...binding } = bindingOf(
    parseSettings(Object.fromEntries(named)),
    "provider_b",
  );
  const reports = Number(process.env["JUDGE_REPORTS"] ?? Number.POSITIVE_INFINITY);
  const isModel = kind !== undefined && kind !== "embedded";
  return { binding: isModel ? { ...binding, kind, prefix: `PROVIDER_${letter}` } : null, reports };
}
