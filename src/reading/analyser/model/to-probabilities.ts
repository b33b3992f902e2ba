/** Converts scores to probabilities in place (softmax). */
export function toProbabilities(scores: Float64Array): void {
  let max = -Infinity;
  for (let c = 0; c < scores.length; c += 1) max = Math.max(max, scores[c] ?? 0);
  let sum = 0;
  for (let c = 0; c < scores.length; c += 1) {
    const power = Math.exp((scores[c] ?? 0) - max);
    scores[c] = power;
    sum += power;
  }
  for (let c = 0; c < scores.length; c += 1) scores[c] = (scores[c] ?? 0) / sum;
}
