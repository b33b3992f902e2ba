import { useQuery } from "@tanstack/react-query";
import { type ObservableMention, observableQuery } from "../../api/observables.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import styles from "../../parts/library/library.module.css";
import { Section } from "../../parts/library/section.tsx";
import { PathLink } from "../../parts/path-link.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatDay } from "../../parts/when.ts";

/** The reports that mention the CVE, with the sentences. */
export function Passages({ observableId }: { observableId: string }) {
  const asked = useQuery(observableQuery(observableId));
  const { mentions = [], mentions_total: total = 0 } = asked.data ?? {};
  return (
    <Section id="reports" title="Your reports" count={asked.data?.mentions_total}>
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the reports" lines={4} /> : null}
      {asked.data !== undefined && total === 0 ? (
        <p className={styles.quiet}>No report names it. It was added manually.</p>
      ) : null}
      <ul className={styles.rows}>
        {mentions.map((mention) => (
          <Row key={`${mention.source_type} ${mention.source_id}`} mention={mention} />
        ))}
      </ul>
      {total > mentions.length ? (
        <p className={styles.small}>The latest {mentions.length} are shown.</p>
      ) : null}
    </Section>
  );
}

function Row({ mention }: { mention: ObservableMention }) {
  const { source_type: type, source_id: id, title, published_at: published, places } = mention;
  const path = type === "session" ? `/sessions/${id}?tab=entities` : `/intake?report=${id}`;
  return (
    <li>
      <span className={styles.line}>
        <PathLink path={path}>
          <bdi>
            <VisibleText text={title} />
          </bdi>
        </PathLink>
        <span className={styles.small}>
          {[
            type === "session" ? "Analyzed" : "Collected",
            published === null ? "" : `published ${formatDay(published)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      {places.map(({ start, sentence }) => (
        <blockquote key={start} className={styles.quote}>
          <bdi>
            <VisibleText text={sentence.replaceAll(/\s+/gu, " ")} />
          </bdi>
        </blockquote>
      ))}
    </li>
  );
}
