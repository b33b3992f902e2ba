import { commit } from "../../platform/audit/commit.ts";
import type { SessionDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { BALANCED } from "../analyser/strictness.ts";
import { hashText } from "../../platform/lib/hash-text.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import { failSession } from "./fail-session.ts";
import { failIfStale } from "./fail-if-stale.ts";
import { warningsFor } from "./analysis-warnings.ts";
import type { AnalysisInput } from "./read-analysis-input.ts";
import { firstTitle } from "./session-title.ts";
import { storedBytes } from "./session-files.ts";
import { packOutline } from "./text/session-document.ts";
import type { Session } from "./store.ts";

/** A new session, or the completed session of an earlier request with the same key (`isRepeated`). */
export interface BegunSession {
  id: string;
  isRepeated: boolean;
}

/**
 * Creates a session for a report and stores its text and file. A request that repeats an idempotency key with the same
 * input gets the session of the first request.
 * @throws AppError `conflict` if the key was used with other input or its session is still being analyzed;
 * `quota_exceeded`
 */
export async function beginSession(
  deps: SessionDeps,
  actor: Actor,
  input: AnalysisInput,
  key: string | null = null,
): Promise<BegunSession> {
  const id = deps.newId();
  const fingerprint = key === null ? null : await fingerprintOf(input);
  const found = key === null ? null : await deps.sessions.findByKey(actor.name, key);
  const known = found && (await failIfStale(deps, found));
  if (known !== null && known.status !== "failed") return repeat(known, fingerprint);
  const { document, printed, upload } = input;
  const report = { text: document.text, outline: packOutline(document, printed), upload };
  const bytes = storedBytes(report);
  await requireRoom(deps, { sessions: 1, stored_bytes: bytes });
  const created = await createSession(deps, actor, input, { id, key, fingerprint, bytes });
  if (!created) {
    // Another request created a session with the same key in the meantime.
    const other = key === null ? null : await deps.sessions.findByKey(actor.name, key);
    if (other !== null) return repeat(other, fingerprint);
    throw new AppError(
      "conflict",
      "A request with this Idempotency-Key has just ended; send the request again.",
    );
  }
  try {
    await deps.sessionFiles.store(id, report);
  } catch (error) {
    await failSession(deps, id, error);
    throw error;
  }
  return { id, isRepeated: false };
}

interface Opening {
  id: string;
  key: string | null;
  fingerprint: string | null;
  bytes: number;
}

async function createSession(
  deps: SessionDeps,
  actor: Actor,
  input: AnalysisInput,
  { id, key, fingerprint, bytes }: Opening,
): Promise<boolean> {
  const { slot, provider, release, strictness, document, upload } = input;
  const { language } = document;
  const model = await provider.model(release);
  const { warnings } = input;
  const session = {
    id,
    name: input.name,
    title: firstTitle(document),
    provider: slot,
    model,
    ...strictness,
    domain: release.domain,
    version: release.version,
    filename: upload?.filename ?? null,
    source_url: input.source_url ?? null,
    published_at: input.published_at ?? null,
    language,
    actor: actor.name,
    warnings: warningsFor({ warnings, language, model }, { kind: provider.kind, model }),
    chars_total: document.text.length,
    idempotency_key: key,
    input_sha256: fingerprint,
    stored_bytes: bytes,
  };
  return await commit(deps, {
    act: {
      actor: actor.name,
      action: "session.create",
      object: ["session", id],
      details: { provider: slot, domain: release.domain, version: release.version },
    },
    when: key === null ? "always" : deps.processingSessions.isKeyFree(actor.name, key),
    parts: [deps.processingSessions.create(session)],
  });
}

function repeat(known: Session, fingerprint: string | null): BegunSession {
  if (known.input_sha256 !== fingerprint) {
    throw new AppError(
      "conflict",
      "This Idempotency-Key was used for another report; use a new one.",
    );
  }
  if (known.status === "completed") return { id: known.id, isRepeated: true };
  throw new AppError(
    "conflict",
    `This report is still being analyzed; ask GET /api/analyze/${known.id}.`,
  );
}

/** Returns the SHA-256 of all inputs that affect the response. Uses the release as requested. */
async function fingerprintOf(input: AnalysisInput): Promise<string> {
  const { slot, asked, name, document, strictness, source_url: url } = input;
  // A page may change, so its requested address identifies it.
  const report =
    url === undefined
      ? [slot, asked, name, document.text]
      : [slot, asked, input.given_name, { url }];
  // Keys from before modes existed must identify the same request.
  const { mode, min_confidence: least } = strictness;
  const isDefault = mode === BALANCED.mode && least === BALANCED.min_confidence;
  const whole = JSON.stringify(isDefault ? report : [...report, [mode, least]]);
  return await hashText(whole);
}
