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

/** A technique that nobody rejected, with the passages that show it. */
export interface ProvenTechnique {
  attack_id: string;
  name: string;
  review_status: string;
  /** Who says so, in a word: `Confirmed`. */
  standing: string;
  /** Empty where the evidence is no passage of the text. */
  passages: { text: string; start: number; end: number }[];
  /** What is given as evidence instead; empty where there are passages. */
  quoted: string;
}

/** All that the page of a signed report shows of it. */
export interface SignedReport {
  session_id: string;
  title: string;
  marking: Marking | null;
  signed_by: string;
  signed_at: string;
  domain: string;
  version: string;
  /** SHA-256 of the stored text as it is, in hexadecimal digits. */
  text_sha256: string;
  /** The stored text without page heads and watermarks, which may name whoever downloaded the report. */
  text: string;
  techniques: ProvenTechnique[];
}

/** Reads a signed report; null where there is none, or it is not signed, or has no text. */
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
 * SHA-256 of the signed content, in hexadecimal digits: the stored text, the techniques with their
 * passages, and who signed when. How the page words and lays out these is not part of it.
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
 * The signed report of a session, if it may be shown to the public.
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

/** Whether nobody but its recipients may see a report. */
export function isRed({ marking }: Pick<SignedReport, "marking">): boolean {
  return marking?.level === "red";
}
