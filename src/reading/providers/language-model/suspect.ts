import { BALANCED, reaches } from "../../analyser/strictness.ts";
import { type AnalysisRequest, SILENT } from "../analysis-provider.ts";
import { createEmbeddedProvider, type Models } from "../embedded/embedded-provider.ts";

/**
 * What the embedded analyzer finds in a part, as strictly as the mode has it: ids that it reports or
 * would have come to next, and the groups that the text names; `reported` has what it reports.
 */
export async function suspect(
  models: Models,
  max: number,
  { document, release, signal, strictness = BALANCED }: AnalysisRequest,
): Promise<{ reported: string[]; suspected: string[]; groups: string[] }> {
  // How sure the language model must be says nothing of what to show it.
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
