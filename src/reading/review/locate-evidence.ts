import { AppError } from "../../platform/lib/errors.ts";
import { createEvidenceLocator } from "../sessions/evidence-locator.ts";
import type { TechniqueRow } from "../sessions/technique-store.ts";

/** Evidence from a person: a passage, its position, or both. */
export interface GivenEvidence {
  evidence?: string | undefined;
  evidence_start?: number | undefined;
  evidence_end?: number | undefined;
}

export interface LocatedEvidence {
  evidence: string;
  evidence_start: number;
  evidence_end: number;
  verified: true;
}

const MAX_EVIDENCE_CHARS = 10_000;

/** Returns whether any evidence is given. */
export function namesEvidence({ evidence, evidence_start, evidence_end }: GivenEvidence): boolean {
  return [evidence, evidence_start, evidence_end].some((value) => value !== undefined);
}

/**
 * Finds a passage in the text of a session. Stores it as printed, so that the offsets match. The analyzer's quotations
 * are found in the same way.
 * @throws AppError `validation_error`
 */
export function locateEvidence(text: string, given: GivenEvidence): LocatedEvidence {
  const { evidence, evidence_start: start, evidence_end: end } = given;
  if (start !== undefined || end !== undefined) {
    const located = cut(text, start, end);
    if (evidence === undefined || isSame(located.evidence, evidence)) return located;
    throw refuse(
      "evidence",
      "'evidence' is not what stands between 'evidence_start' and 'evidence_end'; give the passage or its offsets.",
    );
  }
  const span = createEvidenceLocator(text)(evidence ?? "");
  if (span !== null) return cut(text, span.start, span.end);
  throw refuse(
    "evidence",
    "'evidence' is not in the text; copy a passage of GET /api/analyze/{session_id}/text, or give its offsets.",
  );
}

/**
 * Returns passages of a session's text, each once.
 * @throws AppError `validation_error`
 */
export function locatePassages(
  text: string,
  spans: readonly { start: number; end: number }[],
): TechniqueRow["passages"] {
  const passages = spans.map(({ start: from, end: to }) => {
    const { evidence, evidence_start: start, evidence_end: end } = cut(text, from, to);
    return { text: evidence, start, end };
  });
  return [...new Map(passages.map((one) => [`${one.start} ${one.end}`, one])).values()];
}

function cut(text: string, from: number | undefined, to: number | undefined): LocatedEvidence {
  const isSpan = from !== undefined && to !== undefined && from < to && to <= text.length;
  if (!isSpan) {
    throw refuse(
      "evidence_start",
      `'evidence_start' and 'evidence_end' must be given together and lie within the text, which has ${text.length} UTF-16 code units.`,
    );
  }
  const passage = text.slice(from, to);
  const evidence = passage.trim();
  const start = from + passage.indexOf(evidence);
  const problem =
    evidence === ""
      ? "must not be blank"
      : evidence.isWellFormed()
        ? evidence.length > MAX_EVIDENCE_CHARS
          ? `must have at most ${MAX_EVIDENCE_CHARS} characters`
          : null
        : "must not begin or end within a character";
  if (problem !== null) throw refuse("evidence", `The passage of the evidence ${problem}.`);
  return { evidence, evidence_start: start, evidence_end: start + evidence.length, verified: true };
}

/** Compares ignoring white space and quotation marks. */
function isSame(passage: string, evidence: string): boolean {
  const span = createEvidenceLocator(passage)(evidence);
  return span !== null && passage.slice(span.start, span.end).length === passage.length;
}

function refuse(field: string, detail: string): AppError {
  return new AppError("validation_error", detail, { errors: [{ pointer: `/${field}`, detail }] });
}
