import { commit } from "../../platform/audit/commit.ts";
import { AppError, markedRed } from "../../platform/lib/errors.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { exportSession } from "../../sharing/exports/export-session.ts";
import type { MispEvent } from "../../sharing/exports/misp/event.ts";
import { askMisp, type MispAnswer, refusalOf } from "./ask-misp.ts";
import type { MispDeps } from "./deps.ts";
import { isShared } from "./list-shared.ts";
import { type MispServer, requireServer } from "./misp-server.ts";
import { isNewer, readStored, withRemoved } from "./stored-event.ts";
import { WHOLE_FEED } from "./vocabulary.ts";

/** The result of a push to the MISP server, and the event's content from this service. */
export interface PushedEvent {
  outcome: "added" | "updated" | "unchanged";
  event_url: string;
  attributes: number;
  tags: number;
  notes: number;
}

/**
 * Pushes a completed report to the MISP server of `MISP_URL` as an event with the report's id, adding or updating it.
 * Repeated or interrupted pushes result in one event. The audit trail records the push before any data is sent. A
 * report marked TLP:RED requires `includeRed`.
 * @throws AppError `not_found`, `marked_red`, `provider_not_configured`, `provider_error`
 */
export async function pushEvent(
  deps: MispDeps,
  actor: string,
  sessionId: string,
  includeRed = false,
): Promise<PushedEvent> {
  const server = requireServer(deps);
  const event = await readShared(deps, sessionId, includeRed);
  const { Attribute: attributes, Tag: tags, Note: notes } = event;
  const isRecorded = await commit(deps, {
    act: {
      actor,
      action: "session.push",
      object: ["session", sessionId],
      details: {
        server: server.host,
        attributes: attributes.length,
        ...(includeRed && { include_red: true }),
      },
    },
    when: deps.sessions.isIn(sessionId, "completed"),
    parts: [],
  });
  if (!isRecorded) throw new AppError("not_found", "There is no report with this id.");
  try {
    return {
      outcome: await addOrUpdate(deps, server, event),
      event_url: new URL(`events/view/${sessionId}`, server.base).href,
      attributes: attributes.length,
      tags: tags.length,
      notes: notes.length,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new AppError("provider_error", error.message, { cause: error });
  }
}

/** @throws AppError `not_found`, `conflict`, `marked_red`, `analysis_failed` */
async function readShared(
  deps: MispDeps,
  sessionId: string,
  includeRed: boolean,
): Promise<MispEvent> {
  const exported = await exportSession(deps, sessionId, "misp");
  const session = await deps.sessions.find(sessionId);
  if (exported === null || session === null) {
    throw new AppError(
      "conflict",
      "The report is still being analyzed; try again when it is complete.",
    );
  }
  if (!includeRed && !isShared(session, WHOLE_FEED)) {
    throw markedRed("The report is marked TLP:RED, so it was not sent.");
  }
  const { Event } = JSON.parse(new TextDecoder().decode(exported.bytes)) as { Event: MispEvent };
  return Event;
}

async function addOrUpdate(
  deps: MispDeps,
  server: MispServer,
  event: MispEvent,
): Promise<PushedEvent["outcome"]> {
  const found = await askMisp(deps, server, `events/view/${event.uuid}`);
  if (found.status === 404) {
    const added = await askMisp(deps, server, "events/add", { Event: event });
    if (added.status === 200) return "added";
    // A concurrent push may have added it, or an earlier response was lost.
    const again = await askMisp(deps, server, `events/view/${event.uuid}`);
    if (again.status !== 200) throw refusalOf(server, added);
    return await update(deps, server, event, again);
  }
  if (found.status !== 200) throw refusalOf(server, found);
  return await update(deps, server, event, found);
}

async function update(
  deps: MispDeps,
  server: MispServer,
  event: MispEvent,
  found: MispAnswer,
): Promise<PushedEvent["outcome"]> {
  const stored = readStored(found.body);
  if (!isNewer(event, stored)) return "unchanged";
  const body = { Event: withRemoved(event, stored) };
  const answer = await askMisp(deps, server, `events/edit/${event.uuid}`, body);
  if (answer.status !== 200) throw refusalOf(server, answer);
  return "updated";
}
