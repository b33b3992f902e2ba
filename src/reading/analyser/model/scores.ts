/** The scores of one sentence by the three models, and combined. Arrays by class, with class 0 for "no technique". */
export interface Scores {
  /** Log of the softmax probability. */
  log: Float64Array;
  /** Cosine to the centroid. */
  cosine: Float64Array;
  /** Log of the encoder's probability of each class, independent of the other classes. */
  encoder: Float64Array;
  /** Log of the probability by all models together. */
  blend: Float64Array;
  /**
   * The same for the sentence with its neighbors. Equals the sentence's score until they are known, see `scoreContext`.
   */
  context: Float64Array;
  /** Scores before conversion to log probabilities, used to combine sentences. */
  raw: RawScores;
  /** Log of the family's summed probability in `blend`, at the parent's class. */
  family: Float64Array;
  /** Largest cosine in the family, at the parent's class. */
  familyCosine: Float64Array;
  /** Features of the sentence, and those known to the model. */
  features: number;
  known: number;
}

/** Scores that can be combined for several sentences. */
export interface RawScores {
  /** Scores of the unit vector. Its length was `norm` before scaling. */
  log: Float32Array;
  norm: number;
  /** Logits of the encoder, and their number of words. */
  encoder: Float32Array;
  words: number;
}

/** Creates score arrays for a model with this number of classes. */
export function createScores(classes: number): Scores {
  return {
    log: new Float64Array(classes),
    cosine: new Float64Array(classes),
    encoder: new Float64Array(classes),
    blend: new Float64Array(classes),
    context: new Float64Array(classes),
    raw: {
      log: new Float32Array(classes),
      norm: 0,
      encoder: new Float32Array(classes),
      words: 0,
    },
    family: new Float64Array(classes),
    familyCosine: new Float64Array(classes),
    features: 0,
    known: 0,
  };
}
