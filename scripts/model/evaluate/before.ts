/**
 * What the release before this one reached (commit e8c5705), an analyser that knew words alone: in shares of 1,
 * by the code that measures now, on the same texts. Foreign sentences and scenarios in numbers.
 */
export const BEFORE = {
  mapping: {
    reports: {
      precision: 0.654,
      recall: 0.599,
      f1: 0.625,
      interval_95: [0.568, 0.672],
      first_is_right: 0.772,
      expected_error: 0.058,
      silent: 0.076,
      silent_without_candidates: 0,
    },
    passages: {
      precision: 0.739,
      recall: 0.215,
      f1: 0.333,
      interval_95: [0.284, 0.378],
      first_is_right: 0.433,
      expected_error: 0.198,
      silent: 0.759,
      silent_without_candidates: 0.04,
    },
    paragraphs: {
      precision: 0.384,
      recall: 0.28,
      f1: 0.324,
      interval_95: [0.289, 0.358],
      first_is_right: 0.35,
      expected_error: 0.081,
      silent: 0.383,
      silent_without_candidates: 0.016,
    },
  },
  foreign: {
    de: { first: 4, listed: 1, nothing: 14 },
    es: { first: 2, listed: 1, nothing: 18 },
    fr: { first: 5, listed: 1, nothing: 14 },
    ru: { first: 3, listed: 2, nothing: 12 },
    zh: { first: 2, listed: 0, nothing: 18 },
    all: { first: 16, listed: 5, nothing: 76 },
  },
  scenarios: {
    "chosen on": {
      first: 18,
      first_by_family: 37,
      listed_by_family: 30,
      silent: 66,
      findings: 76,
    },
    "held out": { first: 18, first_by_family: 24, listed_by_family: 15, silent: 54, findings: 33 },
  },
  /** Procedures new in 19.1, trained on 18.1; `few_examples` are those of techniques with at most 10. */
  temporal: {
    all: { top_1: 0.619, top_3: 0.782, macro_f1: 0.486 },
    few_examples: { top_1: 0.331, top_3: 0.527, macro_f1: 0.366 },
  },
  /** F1 of TRAM-50's documents, the mean of two halves that were fitted on each other. */
  tram50: { with_reports: { mean: 0.754 } },
} as const;
