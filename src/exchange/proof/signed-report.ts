import { hashText } from "../../platform/lib/hash-text.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { passagesOf, tlpInText } from "../../reading/sessions/session-views.ts";
import { titleOf } from "../../reading/sessions/session-title.ts";
import { noSuchSession } from "../../reading/sessions/session-errors.ts";
import { readSessionDocument } from "../../reading/sessions/text/session-document.ts";
import { type Marking, markingOf } from "../../sharing/exports/content/marking.ts";
import { standingLabel } from "../../sharing/exports/content/standing.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { ProofDeps } from "./deps.ts";

/** A technique that nobody rejected, with its passages. */
export interface ProvenTechnique {
  attack_id: string;
  name: string;
  review_status: string;
  /** Its standing in a word: `Confirmed`. */
  standing: string;
  /** Empty if the evidence is not a passage of the text. */
  passages: { text: string; start: number; end: number }[];
  /** Quoted evidence without a position; empty if there are passages. */
  quoted: string;
}

/** Everything that the page of a signed report shows. */
export interface SignedReport {
  session_id: string;
  title: string;
  marking: Marking | null;
  signed_by: string;
  signed_at: string;
  domain: string;
  version: string;
  /** SHA-256 of the unmodified stored text, in hexadecimal digits. */
  text_sha256: string;
  /** The stored text without page headers and watermarks, which may name the person who downloaded the report. */
  text: string;
  techniques: ProvenTechnique[];
}

/** Reads a signed report. Returns null if it is missing, not signed, or has no text. */
export async function readSignedReport(
  deps: Pick<ProofDeps, "sessions" | "sessionFiles">,
  sessionId: string,
): Promise<SignedReport | null> {
  const found = await deps.sessions.read(sessionId);
  if (found === null) return null;
  const { session, techniques } = found;
  const { id, signed_by: by, signed_at: at, tlp, domain, version } = session;
  const isSigned = session.status === "completed" && session.review_state === "signed";
  if (!isSigned || by === null || at === null) return null;
  const stored = await readSessionDocument(deps, id);
  if (stored === null) return null;
  const kept = techniques.filter(({ review_status: status }) => status !== "rejected");
  return {
    session_id: id,
    title: titleOf(session),
    marking: markingOf({ tlp, tlp_in_text: tlpInText(session) }),
    signed_by: by,
    signed_at: at,
    domain,
    version,
    text_sha256: await hashText(stored.document.text),
    text: bodyText(stored.document),
    techniques: kept.map((row) => {
      const passages = row.verified ? passagesOf(row) : [];
      const { attack_id, name, review_status, evidence } = row;
      const quoted = passages.length === 0 ? evidence : "";
      return { attack_id, name, review_status, standing: standingLabel(row), passages, quoted };
    }),
  };
}

/**
 * Returns the SHA-256 of the signed content, in hexadecimal digits: the stored text, the techniques with their
 * passages, and the signer and time. It does not cover the wording and layout of the page.
 */
export async function hashReport(report: SignedReport): Promise<string> {
  const { session_id, title, marking, signed_by, signed_at, domain, version, text_sha256 } = report;
  const techniques = report.techniques.map((one) => [
    one.attack_id,
    one.name,
    one.review_status,
    one.quoted,
    one.passages.map(({ text, start, end }) => [text, start, end]),
  ]);
  const head = [session_id, title, marking?.label ?? null, signed_by, signed_at, domain, version];
  return await hashText(JSON.stringify([...head, text_sha256, techniques]));
}

/**
 * Returns the signed report of a session, if it may be published.
 * @throws AppError `not_found`; `conflict` if it is not signed, or marked TLP:RED
 */
export async function requireSignedReport(
  deps: Pick<ProofDeps, "sessions" | "sessionFiles">,
  sessionId: string,
): Promise<SignedReport> {
  if ((await deps.sessions.find(sessionId)) === null) throw noSuchSession(sessionId);
  const report = await readSignedReport(deps, sessionId);
  if (report === null) {
    throw new AppError("conflict", "Only a signed report has a proof page. Sign it first.");
  }
  if (isRed(report)) {
    throw new AppError("conflict", "A report marked TLP:RED has no proof page.");
  }
  return report;
}

/** Returns whether only its recipients may see a report. */
export function isRed({ marking }: Pick<SignedReport, "marking">): boolean {
  return marking?.level === "red";
}
