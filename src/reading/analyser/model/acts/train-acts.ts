import { seededRandom, shuffled } from "../seeded-random.ts";
import { buildKeyTable, countKeys } from "../vectors.ts";
import type { ActModel } from "./act-model.ts";
import { formKeys } from "./form-keys.ts";

/** A sentence, labeled by whether it describes adversary activity. */
export interface ActSample {
  text: string;
  isAct: boolean;
  weight: number;
}

const EPOCHS = 4;
const RATE = 0.15;
const EPSILON = 1e-2;
/** Minimum sentences with a form. Rarer forms do not generalize. */
const MIN_TEXTS = 12;
export const SEED = 5;
const LEVELS = 127;

/** Trains a logistic regression with Adagrad on the forms of sentences. Both classes have the same total weight. */
export function trainActs(samples: readonly ActSample[]): ActModel {
  const forms = samples.map(({ text }) => formKeys(text));
  const counts = [...countKeys(forms)].filter(([, count]) => count >= MIN_TEXTS);
  const keys = Uint32Array.from(counts, ([key]) => key).sort();
  const placeOf = new Map([...keys].map((key, place) => [key, place]));
  const known = forms.map((list) =>
    list.map((key) => placeOf.get(key) ?? -1).filter((place) => place >= 0),
  );
  const shares = sharesOf(samples);
  const weights = new Float32Array(keys.length);
  const squares = new Float32Array(keys.length).fill(EPSILON);
  let bias = 0;
  const random = seededRandom(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const at of shuffled(samples.length, random)) {
      const sample = samples[at];
      if (sample === undefined) continue;
      const places = known[at] ?? [];
      const value = 1 / Math.sqrt(Math.max(1, forms[at]?.length ?? 1));
      const logit = bias + value * places.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
      const wanted = sample.isAct ? 1 : 0;
      const slope = (1 / (1 + Math.exp(-logit)) - wanted) * sample.weight * shares[wanted];
      bias -= (RATE * slope) / 10;
      for (const place of places) {
        const g = slope * value;
        const square = (squares[place] ?? 0) + g * g;
        squares[place] = square;
        weights[place] = (weights[place] ?? 0) - (RATE * g) / Math.sqrt(square);
      }
    }
  }
  const scale =
    Math.fround(weights.reduce((most, w) => Math.max(most, Math.abs(w)), 0) / LEVELS) || 1;
  return {
    keys,
    table: buildKeyTable(keys),
    weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)),
    scale,
    bias: Math.fround(bias),
  };
}

/** Returns the weights that balance the two classes: [others, activity]. */
function sharesOf(samples: readonly ActSample[]): [number, number] {
  const sums: [number, number] = [0, 0];
  for (const { isAct, weight } of samples) sums[isAct ? 1 : 0] += weight;
  const half = (sums[0] + sums[1]) / 2;
  return [half / (sums[0] || 1), half / (sums[1] || 1)];
}
