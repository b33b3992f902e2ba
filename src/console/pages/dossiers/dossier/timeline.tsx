import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../../../api/client.ts";
import { type Dossier, timelineQuery } from "../../../api/dossiers.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { quoted } from "../../../parts/quoted.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../dossiers.module.css";
import { ReportNumbers } from "./report-numbers.tsx";

type Event = Schema<"TimelineEvent">;

const ROLES: Record<Event["role"], string> = {
  published: "Published",
  revised: "Revised",
  activity: "Activity",
  analysed: "Analyzed",
};

/** The dates of the reports and of the described activity. */
export function Timeline({ dossier }: { dossier: Dossier }) {
  const found = useQuery(timelineQuery(dossier.dossier_id));
  if (found.isError) {
    return <ErrorPane error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.data === undefined) return <Skeleton what="the timeline" />;
  const { events, event_count: all } = found.data;
  if (events.length === 0) return <p className={styles.empty}>No analyzed report has a date.</p>;
  return (
    <>
      {all > events.length ? (
        <p className={styles.quiet}>
          The {events.length} most recent of {all} dates.
        </p>
      ) : null}
      <ol className={styles.timeline}>
        {groupEvents(events).map(([when, same]) => (
          <li key={when}>
            <p className={styles.date}>{when}</p>
            <ul>
              {same.map((event, place) => (
                // The same report may contain a date several times.
                <li key={place} data-role={event.role}>
                  <span className={styles.role}>{ROLES[event.role]}</span>{" "}
                  <ReportNumbers dossier={dossier} ids={[event.session_id]} />
                  <Said dossier={dossier} event={event} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The sentence with the date. For a report's own dates, its title says more. */
function Said({ dossier, event }: { dossier: Dossier; event: Event }) {
  if (event.role === "activity" && event.passage !== null) {
    return (
      <q>
        <VisibleText text={quoted(event.passage.text)} />
      </q>
    );
  }
  const title = dossier.sessions.find(({ session_id: id }) => id === event.session_id)?.title;
  return <span>{title == null ? null : <VisibleText text={title} />}</span>;
}

function groupEvents(events: readonly Event[]): [string, Event[]][] {
  const whenOf = ({ date, end }: Event) => (end === null ? date : `${date} to ${end}`);
  return [...Map.groupBy(events, whenOf)];
}
