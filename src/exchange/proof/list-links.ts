import type { Page, Paged } from "../../platform/lib/page.ts";
import { noSuchSession } from "../../reading/sessions/session-errors.ts";
import type { ProofDeps } from "./deps.ts";
import { requireProofLinks } from "./require-proof-links.ts";
import type { ProofLinkView } from "./schema.ts";
import { viewLink } from "./view-link.ts";

/** Returns the links to a report's proof page, newest first. @throws AppError `not_found` */
export async function listProofLinks(
  deps: ProofDeps,
  sessionId: string,
  page: Page,
): Promise<Paged<ProofLinkView>> {
  requireProofLinks(deps);
  const session = await deps.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  const { items, total } = await deps.proofLinks.list(page, session.id);
  return { items: items.map((row) => viewLink(deps, row, session.signed_at)), total };
}
