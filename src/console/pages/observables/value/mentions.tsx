import { Link } from "@tanstack/react-router";
import type { ObservableContext, ObservableMention } from "../../../api/observables.ts";
import { PathLink } from "../../../parts/path-link.tsx";
import { reportPath } from "../../../parts/report-path.ts";
import { formatTime } from "../../../parts/when.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { plainValue } from "../shown/plain-value.ts";
import { useDefanged } from "../shown/use-defanged.ts";
import { ROLES } from "../shown/words.ts";
import { markValue } from "./mark-value.ts";
import styles from "./observable-page.module.css";

type Place = ObservableMention["places"][number];

/** Where it was seen, with the sentences. */
export function Mentions({ context }: { context: ObservableContext }) {
  const { mentions, mentions_total: total } = context;
  return (
    <section className={styles.stack}>
      <h2>
        Reports that mention it <span className={styles.quiet}>{total}</span>
      </h2>
      {total === 0 ? <p className={styles.quiet}>No report mentions it.</p> : null}
      <ul className={styles.rows}>
        {mentions.map((mention) => (
          <Mention
            key={`${mention.source_type} ${mention.source_id}`}
            mention={mention}
            context={context}
          />
        ))}
      </ul>
      {total > mentions.length ? (
        <p className={styles.quiet}>and {total - mentions.length} earlier reports</p>
      ) : null}
    </section>
  );
}

function Mention({ mention, context }: { mention: ObservableMention; context: ObservableContext }) {
  const { source_type: type, source_id: id, title, published_at: published, places } = mention;
  const shown = [
    type === "session" ? "Analyzed report" : "Collected report",
    ROLES[mention.role].name,
    `${mention.confidence} %`,
    countOf(mention),
    ...(published === null ? [] : [`published ${formatTime(published)}`]),
  ];
  return (
    <li className={styles.stack}>
      <p>
        {type === "session" ? (
          <Link to="/sessions/$sessionId" params={{ sessionId: id }} search={{ tab: "entities" }}>
            {title}
          </Link>
        ) : (
          <PathLink path={reportPath(id)}>{title}</PathLink>
        )}
        <span className={styles.quiet}> {shown.join(", ")}</span>
      </p>
      {places.map((place) => (
        <PlaceQuote key={`${place.start} ${place.end}`} place={place} context={context} />
      ))}
    </li>
  );
}

function countOf({ count }: ObservableMention): string {
  if (count === 0) return "marked by the sender";
  return count === 1 ? "once" : `${count} times`;
}

function PlaceQuote({ place, context }: { place: Place; context: ObservableContext }) {
  const isDefanged = useDefanged();
  const { kind } = context.observable;
  const parts = markValue(
    // Line breaks of the report, which mean nothing here.
    place.sentence.replaceAll(/\s+/gu, " "),
    { kind, value: plainValue(context.observable) },
    isDefanged,
  );
  return (
    <blockquote className={styles.quote}>
      {place.section === null ? null : (
        <span className={styles.section}>
          <VisibleText text={place.section} />
        </span>
      )}
      <bdi>
        {parts.map(({ text, isValue }, index) =>
          isValue ? (
            // A part has no identity but its position.
            <mark key={index}>
              <VisibleText text={text} />
            </mark>
          ) : (
            <VisibleText key={index} text={text} />
          ),
        )}
      </bdi>
      <span className={styles.quiet}>
        {" "}
        {ROLES[place.role].name}, {place.confidence} %
      </span>
    </blockquote>
  );
}
