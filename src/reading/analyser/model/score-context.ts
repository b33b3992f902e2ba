import { BLEND, normalise } from "./blend.ts";
import type { Scores } from "./scores.ts";
import type { Weights } from "./score-sentence.ts";

/**
 * What a sentence says together with its neighbours, as if they were one: "They opened the console. There they
 * created a new account." Scores are linear in words, so that no sentence is scored twice; words that both have
 * count twice.
 */
export function scoreContext(
  scores: Scores,
  neighbours: readonly (Scores | null)[],
  { meaning, taxonomy }: Weights,
): void {
  const all = [scores, ...neighbours.filter((one) => one !== null)];
  if (all.length === 1) return;
  const { context } = scores;
  const norm = Math.sqrt(all.reduce((sum, { raw }) => sum + raw.norm ** 2, 0)) || 1;
  const words = all.reduce((sum, { raw }) => sum + raw.words, 0) || 1;
  for (let c = 0; c < context.length; c += 1) context[c] = BLEND.prior * (taxonomy.prior[c] ?? 0);
  for (const { raw, cosine } of all) {
    const share = raw.norm / norm;
    // Without a meaning model the softmax says that too.
    const ofLog = share * (BLEND.log + (meaning === null ? BLEND.meaning : 0));
    const ofCosine = share * BLEND.cosine;
    const ofWords = (BLEND.meaning * raw.words) / words;
    for (let c = 0; c < context.length; c += 1) {
      context[c] =
        (context[c] ?? 0) +
        ofLog * (raw.log[c] ?? 0) +
        ofCosine * (cosine[c] ?? 0) +
        ofWords * (raw.meaning[c] ?? 0);
    }
  }
  normalise(context);
}
