import { compareText } from "../../platform/lib/text.ts";
import { reportDay } from "../entities/report-day.ts";
import type { Entities } from "../entities/schema.ts";
import { sentenceAround } from "../sessions/text/sentence-around.ts";
import type { Session } from "../sessions/store.ts";
import type { DossierDeps } from "./deps.ts";
import { noSuchDossier } from "./dossier-errors.ts";
import type { Timeline, TimelineEvent } from "./timeline-schema.ts";

/** A report has few dates, but a dossier may have fifty reports. */
const MAX_EVENTS = 500;

/** An event, and its place in the report. */
type Dated = Omit<TimelineEvent, "passage"> & {
  mention: Entities["dates"][number]["mentions"][number] | null;
};

/**
 * Returns the dates of a dossier's completed sessions, with their sentences.
 * @throws AppError `not_found`
 */
export async function readTimeline(deps: DossierDeps, dossierId: string): Promise<Timeline> {
  const row = await deps.dossiers.find(dossierId);
  if (row === null) throw noSuchDossier(dossierId);
  const found = await deps.sessions.findAll(row.session_ids);
  const completed = found.filter(({ status }) => status === "completed");
  const dated = completed.flatMap(datesOf).sort(byDate);
  const shown = dated.slice(-MAX_EVENTS);
  const events: TimelineEvent[] = [];
  // One text at a time: fifty may be long.
  for (const [sessionId, own] of Map.groupBy(shown, ({ session_id: id }) => id)) {
    const needsText = own.some(({ mention }) => mention !== null);
    const text = needsText ? await deps.sessionFiles.readText(sessionId) : null;
    for (const { mention, ...event } of own) {
      const passage = text === null || mention === null ? mention : sentenceAround(text, mention);
      events.push({ ...event, passage });
    }
  }
  return { events: events.sort(byDate), event_count: dated.length };
}

function datesOf(session: Session): Dated[] {
  const { id, entities } = session;
  const { dates = [] } = entities;
  const { day, dated_by } = reportDay(dates, session);
  const unprinted = { date: day, end: null, role: dated_by, session_id: id, mention: null };
  return [
    ...(dates.some(({ role }) => role === dated_by) ? [] : [unprinted]),
    ...dates.map(({ date, end, role, mentions: [mention = null] }) => ({
      date,
      end,
      role,
      session_id: id,
      mention,
    })),
  ];
}

function byDate(a: Omit<TimelineEvent, "passage">, b: Omit<TimelineEvent, "passage">): number {
  return compareText(a.date, b.date) || compareText(a.session_id, b.session_id);
}
