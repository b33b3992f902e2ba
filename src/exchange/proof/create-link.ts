import { base64urlnopad } from "@scure/base";
import { commit } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { hashText } from "../../platform/lib/hash-text.ts";
import type { ProofDeps } from "./deps.ts";
import { requireProofLinks } from "./require-proof-links.ts";
import type { CreatedProofLink, NewProofLink } from "./schema.ts";
import { hashReport, requireSignedReport } from "./signed-report.ts";
import { viewLink } from "./view-link.ts";
import { MAX_LINKS, PROOF_PATH } from "./vocabulary.ts";

const SECRET_BYTES = 32;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Creates a link to the proof page of a signed report. The response contains the link's secret, which cannot be read
 * again: only its hash is stored.
 * @throws AppError `not_found`; `conflict` for a report that is not signed or is marked TLP:RED; `quota_exceeded`
 */
export async function createProofLink(
  deps: ProofDeps,
  actor: string,
  sessionId: string,
  { expires_in_days: days }: NewProofLink,
): Promise<CreatedProofLink> {
  requireProofLinks(deps);
  const report = await requireSignedReport(deps, sessionId);
  const secret = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const row = {
    id: deps.newId(),
    session_id: report.session_id,
    signed_at: report.signed_at,
    content_sha256: await hashReport(report),
    hash: await hashText(secret),
    created_by: actor,
    created_at: deps.now(),
    expires_at: deps.now(days * DAY_SECONDS),
  };
  const { id, session_id, expires_at } = row;
  const isCreated = await commit(deps, {
    act: {
      actor,
      action: "proof.create",
      object: ["proof_link", id],
      details: { session_id, expires_at },
    },
    when: allOf(
      deps.sessions.isSignedAt(session_id, report.signed_at),
      deps.proofLinks.hasFewerThan(session_id, MAX_LINKS),
    ),
    parts: [deps.proofLinks.create(row)],
  });
  if (isCreated) return { ...viewLink(deps, row, report.signed_at), path: PROOF_PATH + secret };
  // The report may have been reopened in the meantime.
  await requireSignedReport(deps, sessionId);
  throw new AppError(
    "quota_exceeded",
    `A report can have at most ${MAX_LINKS} proof links; revoke those that are no longer used.`,
  );
}
