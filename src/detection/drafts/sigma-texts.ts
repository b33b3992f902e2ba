import { REVIEW_NOTE, type Skeleton } from "./skeleton.ts";

/** What a Sigma rule says of itself: the technique, and how its analytic sees it. */
export function describeRule({ technique, analytic }: Skeleton): string {
  const lines = (analytic?.lines ?? []).map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`));
  const shown = `Shows ${technique.name} (${technique.attack_id}).`;
  return [shown, ...lines, REVIEW_NOTE].join(" ");
}

/** The telemetry that the log source stands for: ATT&CK's name, and what was asked for. */
export function definitionOf({ analytic, telemetry }: Skeleton): string | null {
  const seen = analytic?.lines.find((line) => line.startsWith("Sees: "));
  const parts = [
    ...(seen === undefined ? [] : [`ATT&CK: ${seen.slice("Sees: ".length)}`]),
    ...(telemetry === null ? [] : [`Telemetry: ${telemetry}`]),
  ];
  return parts.length === 0 ? null : parts.join("; ");
}
