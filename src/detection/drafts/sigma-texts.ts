import { REVIEW_NOTE, type Skeleton } from "./skeleton.ts";

/** Returns the description of a Sigma rule: the technique, and how its analytic detects it. */
export function describeRule({ technique, analytic }: Skeleton): string {
  const lines = (analytic?.lines ?? []).map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`));
  const shown = `Shows ${technique.name} (${technique.attack_id}).`;
  return [shown, ...lines, REVIEW_NOTE].join(" ");
}

/** Returns the telemetry behind the log source: ATT&CK's name, and the requested telemetry. */
export function definitionOf({ analytic, telemetry }: Skeleton): string | null {
  const seen = analytic?.lines.find((line) => line.startsWith("Sees: "));
  const parts = [
    ...(seen === undefined ? [] : [`ATT&CK: ${seen.slice("Sees: ".length)}`]),
    ...(telemetry === null ? [] : [`Telemetry: ${telemetry}`]),
  ];
  return parts.length === 0 ? null : parts.join("; ");
}
