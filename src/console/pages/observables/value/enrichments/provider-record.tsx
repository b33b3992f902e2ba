import type { Enrichment } from "../../../../api/observables.ts";
import { AttackLink } from "../../../../parts/attack-link.tsx";
import known from "../../../../parts/facts.module.css";
import { VisibleText } from "../../../../parts/visible-text/visible-text.tsx";
import { formatDay, formatTime } from "../../../../parts/when.ts";
import styles from "../observable-page.module.css";
import { ReportedBy } from "./reported-by.tsx";

const OUTCOMES: Record<Enrichment["status"], string> = {
  complete: "answered",
  not_found: "has no entry",
  failed: "did not answer",
  rate_limited: "limits queries. Try again later",
};

interface Props {
  record: Enrichment;
  /** The name of the provider. */
  title: string;
}

/** One provider's result, as facts with source and date. */
export function ProviderRecord({ record, title }: Props) {
  const { id, status, asked_for: wanted, detail, created_at, expires_at } = record;
  return (
    <li id={`enrichment-${id}`} className={styles.stack}>
      <p>
        {title} {OUTCOMES[status]}{" "}
        <span className={styles.quiet}>
          for {wanted}, {formatTime(created_at)}, kept until {formatDay(expires_at)}
        </span>
      </p>
      {detail === null ? null : <p className={styles.warning}>{detail}</p>}
      <dl className={known.facts}>
        <Facts record={record} />
        <Related related={record.related} />
        <Source record={record} />
      </dl>
      <ReportedBy reported={record.reported_by} />
    </li>
  );
}

function Facts({ record: { facts, stats, as_of: asOf } }: { record: Enrichment }) {
  const counts = stats.map(({ name, count }) => `${count} ${name}`).join(", ");
  const rows = [
    ...(asOf === null ? [] : [{ name: "As of", value: formatTime(asOf) }]),
    ...(counts === "" ? [] : [{ name: "Counts", value: counts }]),
    ...facts,
  ];
  return rows.map(({ name, value }) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>
        <VisibleText text={value} />
      </dd>
    </div>
  ));
}

function Related({ related }: Pick<Enrichment, "related">) {
  if (related.length === 0) return null;
  return (
    <div>
      <dt>Names beside it</dt>
      <dd>
        {related.map(({ kind, name, attack_id: id, attack_name: known_as, domain }, index) => (
          <span key={`${kind} ${name}`}>
            {index === 0 ? "" : ", "}
            {id === null ? (
              <VisibleText text={name} />
            ) : (
              <AttackLink id={id} name={known_as} domain={domain ?? undefined} />
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}

function Source({ record: { link, source_url: url } }: { record: Enrichment }) {
  return (
    <>
      {link === null ? null : (
        <div>
          <dt>Page</dt>
          <dd>
            <a href={link} target="_blank" rel="noreferrer">
              {link}
            </a>
          </dd>
        </div>
      )}
      {url === null ? null : (
        <div>
          <dt>Answered by</dt>
          <dd>{url}</dd>
        </div>
      )}
    </>
  );
}
