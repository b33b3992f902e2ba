import { commit } from "../../platform/audit/commit.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { exportSession } from "../../sharing/exports/export-session.ts";
import type { MispEvent } from "../../sharing/exports/misp/event.ts";
import { askMisp, type MispAnswer, refusalOf } from "./ask-misp.ts";
import type { MispDeps } from "./deps.ts";
import { isShared } from "./list-shared.ts";
import { isNewer, readStored, withRemoved } from "./stored-event.ts";
import { WHOLE_FEED } from "./vocabulary.ts";

/** What became of an event on the MISP server. */
export interface PushedEvent {
  outcome: "added" | "updated" | "unchanged";
  event_url: string;
}

/**
 * Sends a completed report to the MISP server of `MISP_URL` as an event with the report's id: adds it
 * there, or updates it. However often it is sent, and wherever it was cut off, there is one event.
 * The trail records it before anything leaves.
 * @throws AppError `not_found`, `marked_red`, `provider_not_configured`, `provider_error`
 */
export async function pushEvent(
  deps: MispDeps,
  actor: string,
  sessionId: string,
): Promise<PushedEvent> {
  const base = requireServer(deps);
  const event = await readShared(deps, sessionId);
  const { host } = new URL(base);
  const isRecorded = await commit(deps, {
    act: {
      actor,
      action: "session.push",
      object: ["session", sessionId],
      details: { server: host, attributes: event.Attribute.length },
    },
    when: deps.sessions.isIn(sessionId, "completed"),
    parts: [],
  });
  if (!isRecorded) throw new AppError("not_found", "There is no report with this id.");
  try {
    const outcome = await addOrUpdate(deps, base, event);
    return { outcome, event_url: new URL(`events/view/${sessionId}`, base).href };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new AppError("provider_error", error.message, { cause: error });
  }
}

/** The address of the server, which ends in a slash. @throws AppError `provider_not_configured` */
function requireServer({ settings }: MispDeps): string {
  const { MISP_URL: url } = settings;
  if (url !== undefined) return url.endsWith("/") ? url : `${url}/`;
  throw new AppError(
    "provider_not_configured",
    "No MISP server is configured: set MISP_URL, and its key in SERVER_CREDENTIALS.",
  );
}

/** @throws AppError `not_found`, `conflict`, `marked_red`, `analysis_failed` */
async function readShared(deps: MispDeps, sessionId: string): Promise<MispEvent> {
  const exported = await exportSession(deps, sessionId, "misp");
  const session = await deps.sessions.find(sessionId);
  if (exported === null || session === null) {
    throw new AppError(
      "conflict",
      "The report is still being analyzed; try again when it is complete.",
    );
  }
  if (!isShared(session, WHOLE_FEED)) {
    throw new AppError(
      "marked_red",
      "The report is marked TLP:RED, so it is not sent. Change its marking first.",
    );
  }
  const { Event } = JSON.parse(new TextDecoder().decode(exported.bytes)) as { Event: MispEvent };
  return Event;
}

async function addOrUpdate(
  deps: MispDeps,
  base: string,
  event: MispEvent,
): Promise<PushedEvent["outcome"]> {
  const found = await askMisp(deps, base, `events/view/${event.uuid}`);
  if (found.status === 404) {
    const added = await askMisp(deps, base, "events/add", { Event: event });
    if (added.status === 200) return "added";
    // Somebody else may have sent it in between, or an answer to us was lost.
    const again = await askMisp(deps, base, `events/view/${event.uuid}`);
    if (again.status !== 200) throw refusalOf(base, added);
    return await update(deps, base, event, again);
  }
  if (found.status !== 200) throw refusalOf(base, found);
  return await update(deps, base, event, found);
}

async function update(
  deps: MispDeps,
  base: string,
  event: MispEvent,
  found: MispAnswer,
): Promise<PushedEvent["outcome"]> {
  const stored = readStored(found.body);
  if (!isNewer(event, stored)) return "unchanged";
  const body = { Event: withRemoved(event, stored) };
  const answer = await askMisp(deps, base, `events/edit/${event.uuid}`, body);
  if (answer.status !== 200) throw refusalOf(base, answer);
  return "updated";
}
