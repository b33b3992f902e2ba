import { BLEND, normalise } from "./blend.ts";
import { logSigmoid } from "./fast-exp.ts";
import type { Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";

/**
 * Combined scores of several sentences, as if they were one. Softmax and cosine are linear in words, and encoder logits
 * are averaged by words, so no sentence is scored twice. Repeated words count several times.
 */
export interface PooledScores {
  /**
   * By class: softmax and cosine weighted by the sentences' lengths, and encoder scores weighted by the number of
   * words.
   */
  byFeatures: Float64Array;
  byEncoder: Float64Array;
  /** Squared vector lengths of the sentences, and their known words. */
  squares: number;
  words: number;
}

/** Creates an empty pool. */
export function createPool(classes: number): PooledScores {
  return {
    byFeatures: new Float64Array(classes),
    byEncoder: new Float64Array(classes),
    squares: 0,
    words: 0,
  };
}

/** Adds a sentence. */
export function addTo(together: PooledScores, { raw, cosine }: Scores, { encoder }: Weights): void {
  const { byFeatures, byEncoder } = together;
  const { norm, words } = raw;
  // Without an encoder, the softmax takes its weight.
  const ofLog = norm * (BLEND.log + (encoder === null ? BLEND.encoder : 0));
  const ofCosine = norm * BLEND.cosine;
  for (let c = 0; c < byFeatures.length; c += 1) {
    byFeatures[c] = (byFeatures[c] ?? 0) + ofLog * (raw.log[c] ?? 0) + ofCosine * (cosine[c] ?? 0);
    if (encoder !== null) byEncoder[c] = (byEncoder[c] ?? 0) + words * (raw.encoder[c] ?? 0);
  }
  together.squares += norm * norm;
  together.words += words;
}

/** Writes the log probabilities of all models combined to `out`. */
export function blendPool(
  { byFeatures, byEncoder, squares, words }: PooledScores,
  { encoder }: Weights,
  out: Float64Array,
): void {
  const perNorm = 1 / (Math.sqrt(squares) || 1);
  const ofEncoder = encoder === null ? 0 : BLEND.encoder;
  for (let c = 0; c < out.length; c += 1) {
    out[c] =
      perNorm * (byFeatures[c] ?? 0) + ofEncoder * logSigmoid((byEncoder[c] ?? 0) / (words || 1));
  }
  normalise(out);
}

/** Empties the pool for other sentences. */
export function forget(together: PooledScores): void {
  together.byFeatures.fill(0);
  together.byEncoder.fill(0);
  together.squares = 0;
  together.words = 0;
}
