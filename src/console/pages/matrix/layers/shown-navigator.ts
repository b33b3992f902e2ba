import type { NamedRelease } from "../../../api/attack.ts";
import type { Scores } from "../overlays/combine-scores.ts";

/** Returns the displayed techniques as an ATT&CK Navigator layer, format 4.5, with the displayed scores. */
export function shownNavigator(
  name: string,
  { domain, version }: NamedRelease,
  ids: readonly string[],
  scores: Scores,
): string {
  const values = ids.map((id) => Number(scores.get(id)?.text || 1));
  const layer = {
    name,
    versions: { attack: version.split(".", 1).join(), navigator: "4.9.0", layer: "4.5" },
    domain,
    description: "",
    gradient: { colors: ["#fdf0d5", "#7d2409"], minValue: 0, maxValue: Math.max(1, ...values) },
    techniques: ids.map((techniqueID, index) => ({ techniqueID, score: values[index] })),
  };
  return JSON.stringify(layer, null, 2);
}
