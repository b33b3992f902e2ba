import type { Session } from "../../../reading/sessions/store.ts";
import { titleOf } from "../../../reading/sessions/session-title.ts";
import { tlpInText } from "../../../reading/sessions/session-views.ts";
import type { EventSourceDeps } from "../deps.ts";
import {
  type Announcement,
  counted,
  isRestricted,
  type Message,
  messageId,
  pageUrl,
  WITHHELD,
} from "./announcement.ts";
import type { OutboxEvent } from "./outbox-store.ts";

/** Describes completed or signed analyses. A deleted session has only its id. */
export async function describeSessions(
  deps: EventSourceDeps,
  events: readonly OutboxEvent[],
): Promise<Announcement[]> {
  const ids = [...new Set(events.map(({ object_id: id }) => id))];
  const found = new Map((await deps.sessions.findAll(ids)).map((one) => [one.id, one]));
  return events.map((event) => {
    const session = found.get(event.object_id);
    const withheld = withoutName(deps, event);
    const message = session === undefined ? withheld : withName(deps, event, session);
    const isWithheld = session !== undefined && isRestricted(session.tlp ?? tlpInText(session));
    return {
      id: messageId(event.id),
      type: event.type,
      at: event.at,
      event_ids: [event.id],
      message,
      withheld: isWithheld ? withheld : message,
    };
  });
}

function whatHappened({ type, facts }: OutboxEvent): string {
  if (type === "analysis.signed") return "Report signed";
  return facts["reanalysed"] === true ? "Report analyzed again" : "Analysis completed";
}

function withoutName(deps: EventSourceDeps, event: OutboxEvent): Message {
  const url = pageUrl(deps, `/sessions/${event.object_id}`);
  return {
    data: { session_id: event.object_id, restricted: true, url },
    title: whatHappened(event),
    lines: [WITHHELD],
    url,
  };
}

function withName(deps: EventSourceDeps, event: OutboxEvent, session: Session): Message {
  const { id, tlp, provider, domain, version, technique_count: techniques } = session;
  const { signed_by, signed_at } = session;
  const url = pageUrl(deps, `/sessions/${id}`);
  const title = titleOf(session);
  const isSigned = event.type === "analysis.signed";
  return {
    data: {
      session_id: id,
      title,
      technique_count: techniques,
      domain,
      version,
      provider,
      document_kind: session.document_kind?.kind ?? null,
      tlp: tlp ?? tlpInText(session),
      ...(isSigned ? { signed_by, signed_at } : { reanalysed: event.facts["reanalysed"] === true }),
      url,
    },
    title: `${whatHappened(event)}: ${title}`,
    lines: [
      `${counted(techniques, "technique")} of ${domain} ${version}.`,
      ...(isSigned && signed_by !== null ? [`Signed by ${signed_by}.`] : []),
    ],
    url,
  };
}
