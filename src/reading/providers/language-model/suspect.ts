import { BALANCED, reaches } from "../../analyser/strictness.ts";
import { type AnalysisRequest, SILENT } from "../analysis-provider.ts";
import { createEmbeddedProvider, type Models } from "../embedded/embedded-provider.ts";

/**
 * Returns the embedded analyzer's suggestions for a part of a report, with the mode's strictness: reported and next
 * best ids, and named groups. `reported` has only the reported ids.
 */
export async function suspect(
  models: Models,
  max: number,
  { document, release, signal, strictness = BALANCED }: AnalysisRequest,
): Promise<{ reported: string[]; suspected: string[]; groups: string[] }> {
  // The language model's threshold does not affect the suggestions.
  const mode = { ...strictness, min_confidence: null };
  const request = { document, release, signal, stream: false, strictness: mode };
  const findings = await createEmbeddedProvider(models).analyse(request, SILENT);
  const techniques = findings.techniques
    .filter(({ confidence }) => reaches(confidence, findings.threshold))
    .toSorted((a, b) => b.confidence - a.confidence);
  const ids = techniques.map(({ attack_id }) => release.replacements.get(attack_id) ?? attack_id);
  const others = techniques.flatMap(({ explanation }) =>
    explanation.runners_up.map(({ attack_id }) => attack_id),
  );
  return {
    reported: ids.filter((id) => release.techniques.has(id)),
    suspected: [...new Set([...ids, ...others])].slice(0, max),
    groups: findings.group_names,
  };
}
