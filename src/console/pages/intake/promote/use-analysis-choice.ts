import { useState } from "react";
import { MODES } from "../../../parts/analyser/modes.ts";
import { localKept } from "../../../parts/browser-storage.ts";
import type { Analysis } from "./analysis.ts";

const KEY = "tradecraft.intake.analysis";
const FIRST: Analysis = { provider: "provider_a", mode: "balanced", fetch: true };

/** Returns the analysis options that were last chosen in this browser. */
export function useAnalysisChoice(): [Analysis, (choice: Analysis) => void] {
  const [choice, setChoice] = useState(readChoice);
  return [
    choice,
    (next) => {
      setChoice(next);
      localKept.set(KEY, JSON.stringify(next));
    },
  ];
}

/** Reads the stored choice, which may be from another version, or from anyone. */
function readChoice(): Analysis {
  try {
    const kept = JSON.parse(localKept.get(KEY) ?? "{}") as Record<string, unknown>;
    const mode = MODES.find((one) => one.mode === kept["mode"])?.mode ?? FIRST.mode;
    const provider = /^provider_[abc]$/u.test(String(kept["provider"]))
      ? String(kept["provider"])
      : FIRST.provider;
    return { provider: provider ?? "provider_a", mode, fetch: kept["fetch"] !== false };
  } catch {
    return FIRST;
  }
}
