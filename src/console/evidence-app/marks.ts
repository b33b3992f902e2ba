/** A technique of the report, as the server sends it. */
export interface Technique {
  attack_id: string;
  name: string;
  tactic: string;
  confidence: number;
  review_status: string;
  evidence: string;
  evidence_start: number | null;
  evidence_end: number | null;
  warnings: string[];
}

/** A stretch of the text with the techniques whose evidence it is part of, by their place in the list. */
export interface Stretch {
  text: string;
  of: number[];
}

/** Cuts a text where evidence begins and ends, so that overlapping passages can all be marked. */
export function cutByEvidence(text: string, techniques: readonly Technique[]): Stretch[] {
  const placed = techniques.flatMap(({ evidence_start: start, evidence_end: end }, at) =>
    start === null || end === null || start >= text.length ? [] : [{ start, end, at }],
  );
  const borders = placed.flatMap(({ start, end }) => [start, Math.min(end, text.length)]);
  const cuts = [...new Set([0, ...borders, text.length])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, place) => ({
    text: text.slice(from, cuts[place + 1]),
    of: placed.filter(({ start, end }) => start <= from && from < end).map(({ at }) => at),
  }));
}
