/** What the three models say about one sentence, and all together; arrays by class, with class 0 for "no technique". */
export interface Scores {
  /** Log of the softmax probability. */
  log: Float64Array;
  /** Cosine to the centroid. */
  cosine: Float64Array;
  /** Log of the probability by what its words mean. */
  meaning: Float64Array;
  /** Direction of what its words mean, of length 1; all 0 without a meaning model, or a known word. */
  direction: Float32Array;
  /** Its cosine with "no technique". */
  nearNone: number;
  /** Log of the probability by all models together. */
  blend: Float64Array;
  /** The same for the sentence with its neighbours; the sentence's own until they are known, see `scoreContext`. */
  context: Float64Array;
  /** Scores before they became logs of probabilities, by which sentences are put together. */
  raw: RawScores;
  /** Log of the family's summed probability in `blend`, at the parent's class. */
  family: Float64Array;
  /** Largest cosine in the family, at the parent's class. */
  familyCosine: Float64Array;
  /** Features of the sentence, and those that the model knows. */
  features: number;
  known: number;
}

/** What is linear in a sentence's features. */
export interface RawScores {
  /** For vectors of length 1; of length `norm` before. */
  log: Float32Array;
  norm: number;
  /** For the mean of so many words. */
  meaning: Float32Array;
  words: number;
}

/** The arrays of scores, for a model of so many classes. */
export function createScores(classes: number, size = 0): Scores {
  return {
    log: new Float64Array(classes),
    cosine: new Float64Array(classes),
    meaning: new Float64Array(classes),
    direction: new Float32Array(size),
    nearNone: 0,
    blend: new Float64Array(classes),
    context: new Float64Array(classes),
    raw: {
      log: new Float32Array(classes),
      norm: 0,
      meaning: new Float32Array(classes),
      words: 0,
    },
    family: new Float64Array(classes),
    familyCosine: new Float64Array(classes),
    features: 0,
    known: 0,
  };
}
