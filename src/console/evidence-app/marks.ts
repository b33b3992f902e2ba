/** A technique of the report, as sent by the server. */
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

/** A segment of the text, with the indexes of the techniques whose evidence covers it. */
export interface Stretch {
  text: string;
  of: number[];
}

/** Splits a text at the boundaries of evidence, so that overlapping passages can all be marked. */
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
