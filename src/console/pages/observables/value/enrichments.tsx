import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  enrichmentsQuery,
  enrichObservable,
  type Enrichment,
  type Observable,
} from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { formatDay, formatTime } from "../../../parts/when.ts";
import known from "../../../parts/facts.module.css";
import styles from "./observable-page.module.css";

/** Kinds that a registry knows. */
const REGISTERED = new Set(["ipv4", "ipv6", "domain"]);
const OUTCOMES: Record<Enrichment["status"], string> = {
  complete: "Answered",
  not_found: "The registry has no record",
  failed: "No answer",
  rate_limited: "The registry limits requests. Try again later",
};

/** What registries said of it, and a way to ask them. */
export function Enrichments({ observable: { id, kind } }: { observable: Observable }) {
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const list = useQuery(enrichmentsQuery(id));
  const ask = useMutation({
    mutationFn: () => enrichObservable(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ["observable", id] }),
  });
  const isRegistered = REGISTERED.has(kind);
  const items = list.data?.items ?? [];
  if (!isRegistered && items.length === 0) return null;
  return (
    <section className={styles.stack}>
      <div className={styles.line}>
        <h2>Registries</h2>
        {mayChange && isRegistered ? (
          <button
            type="button"
            className={controls.button}
            disabled={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {ask.isPending ? "Querying the registry" : "Query the registry"}
          </button>
        ) : null}
      </div>
      {ask.isError ? <ErrorPane error={ask.error} /> : null}
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.total === 0 ? (
        <p className={styles.quiet}>No registry has been queried yet.</p>
      ) : null}
      <ul className={styles.rows}>
        {items.map((one) => (
          <Answer key={one.id} enrichment={one} />
        ))}
      </ul>
    </section>
  );
}

function Answer({ enrichment }: { enrichment: Enrichment }) {
  const { status, asked_for: wanted, detail, created_at, expires_at, source_url } = enrichment;
  const facts = factsOf(enrichment).filter(([, value]) => value !== "");
  return (
    <li className={styles.stack}>
      <p>
        {OUTCOMES[status]} <span className={styles.quiet}>for {wanted}, </span>
        <span className={styles.quiet}>
          {formatTime(created_at)}, kept until {formatDay(expires_at)}
        </span>
      </p>
      {detail === null ? null : <p className={styles.warning}>{detail}</p>}
      <dl className={known.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {source_url === null ? null : (
          <div>
            <dt>Answered by</dt>
            <dd>{source_url}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

function factsOf({ summary }: Enrichment): [name: string, value: string][] {
  const { range, events, entities } = summary;
  return [
    ["Name", summary.name ?? ""],
    ["Handle", summary.handle ?? ""],
    ["Registrar", summary.registrar ?? ""],
    ["Country", summary.country ?? ""],
    ["Network", range === null ? "" : `${range.start} to ${range.end}`],
    ["Status", summary.status.join(", ")],
    ["Name servers", summary.nameservers.join(", ")],
    ["Events", events.map(({ action, date }) => `${action} ${date.slice(0, 10)}`).join(", ")],
    [
      "Contacts",
      entities
        .map(({ name, email, roles }) =>
          [name ?? email ?? "", roles.length === 0 ? "" : `(${roles.join(", ")})`].join(" ").trim(),
        )
        .filter((one) => one !== "")
        .join("; "),
    ],
    ["Withheld", summary.redacted.join(", ")],
  ];
}
