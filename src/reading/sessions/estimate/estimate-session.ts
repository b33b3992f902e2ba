import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { openProvider } from "../../providers/open-provider.ts";
import { parseSlot } from "../../providers/parse-slot.ts";
import type { Usage } from "../../providers/usage.ts";
import type { SessionDeps } from "../deps.ts";
import { requireCompleted } from "../require-completed.ts";
import type { RetryOptions } from "../retry-session.ts";
import { requireSessionDocument } from "../text/session-document.ts";

/**
 * Estimates the language model usage of another analysis of a session's text: a second opinion, or a new analysis. Uses
 * the session's provider, release and mode unless others are named.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `invalid_provider`, `version_not_found`, `provider_*`
 */
export async function estimateSession(
  deps: SessionDeps,
  sessionId: string,
  options: RetryOptions,
  signal: AbortSignal,
): Promise<Usage> {
  const session = await requireCompleted(deps, sessionId);
  const { domain, min_confidence } = session;
  const mode = options.mode ?? session.mode;
  const provider = openProvider(deps, parseSlot(options.provider ?? session.provider), mode);
  const version = options.version ?? session.version;
  const release = await resolveIndex(deps, { domain, version });
  const { document } = await requireSessionDocument(deps, sessionId);
  const strictness = { mode, min_confidence };
  return await provider.estimate({ document, release, strictness, signal, stream: false });
}
