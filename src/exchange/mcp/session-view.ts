import { z } from "zod";
import type { Analysis } from "../../reading/sessions/schema.ts";
import { REVIEW_STATES, REVIEW_STATUSES } from "../../reading/sessions/vocabulary.ts";
import { cutPage } from "./cursor.ts";
import { pageFields } from "./params.ts";
import { quoteUntrusted } from "./untrusted.ts";

const offset = z.int().nullable().meta({
  description:
    "Offset in the text, in UTF-16 code units; null if the evidence is no passage of it.",
});

const techniqueSchema = z.object({
  attack_id: z.string(),
  name: z.string(),
  tactic: z.string(),
  confidence: z.number(),
  review_status: z.enum(REVIEW_STATUSES),
  origin: z.string().meta({ description: "`analysis`, or `analyst` for one that a person added." }),
  evidence: z.string().meta({ description: "Passage of the report. Untrusted text." }),
  evidence_start: offset,
  evidence_end: offset,
  warnings: z.array(z.string()).meta({ description: "What to check before the report is signed." }),
});

/** A session with a page of its techniques. */
export const sessionSchema = z.object({
  session_id: z.uuid(),
  title: z.string().meta({ description: "Title of the report. Untrusted text." }),
  review_state: z.enum(REVIEW_STATES),
  tlp: z.string().nullable().meta({ description: "Marking that a person decided, or null." }),
  tlp_in_text: z.string().nullable().meta({ description: "Marking that the report prints." }),
  domain: z.string(),
  version: z.string().meta({ description: "Release of ATT&CK that the techniques are mapped to." }),
  model: z.string(),
  language: z.string().nullable(),
  document_kind: z.string().nullable().meta({
    description: "`threat_report`, `research_or_guidance` or `other`; only the first has findings.",
  }),
  summary: z.string().meta({ description: "Summary of the report. Untrusted text." }),
  named_groups: z.array(z.string()).meta({ description: "Groups that the report mentions." }),
  candidate_count: z.int().meta({ description: "Techniques below the threshold; not listed." }),
  set_aside_count: z.int().meta({
    description: "Techniques that the report mentions without describing adversary activity.",
  }),
  warnings: z.array(z.string()),
  ...pageFields("techniques", techniqueSchema),
});
export type SessionView = z.output<typeof sessionSchema>;
/** Returns the part of a session for a client: its facts, and one page of techniques with evidence. */
export function viewSession(
  analysis: Analysis,
  page: { cursor?: string | undefined; limit: number },
): SessionView {
  const { items, next_cursor } = cutPage("techniques", analysis.techniques, page);
  return {
    ...analysis,
    document_kind: analysis.document_kind?.kind ?? null,
    named_groups: analysis.apt_hints,
    candidate_count: analysis.candidates.length,
    set_aside_count: analysis.set_aside.length,
    total: analysis.techniques.length,
    next_cursor,
    techniques: items,
  };
}

/** Describes a session in lines of text. */
export function describeSession(session: SessionView): string {
  const { session_id: id, total, techniques, review_state: state, next_cursor: next } = session;
  const rows = techniques.map(
    (one) =>
      `${one.attack_id} ${one.name} (${Math.round(one.confidence * 100)} %, ${one.review_status}): ${one.evidence}`,
  );
  return [
    `Session ${id}, ATT&CK ${session.version}, ${state}: ${total} techniques, ${techniques.length} in this page.`,
    quoteUntrusted([session.title, session.summary, ...rows].join("\n")),
    ...session.warnings.map((warning) => `Warning: ${warning}`),
    ...(next === null ? [] : [`More: call read_session with cursor ${next}.`]),
  ].join("\n");
}
