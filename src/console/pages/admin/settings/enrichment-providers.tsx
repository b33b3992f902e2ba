import { useQuery } from "@tanstack/react-query";
import { type EnrichmentProvider, providersQuery } from "../../../api/observables.ts";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import tables from "../../../parts/table.module.css";
import styles from "../admin.module.css";

/** Enrichment providers, and the data that each one receives. */
export function EnrichmentProviders() {
  const shown = useQuery(providersQuery);
  return (
    <section className={styles.part}>
      <h2>Enrichment providers</h2>
      {shown.isError ? (
        <ErrorPane error={shown.error} onRetry={() => void shown.refetch()} />
      ) : null}
      {shown.isPending ? <Skeleton what="the enrichment providers" lines={6} /> : null}
      {shown.data === undefined ? null : (
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">Provider</th>
              <th scope="col">State</th>
              <th scope="col">What leaves, and to whom</th>
              <th scope="col">Budget</th>
            </tr>
          </thead>
          <tbody>
            {shown.data.map((provider) => (
              <Row key={provider.name} provider={provider} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ provider }: { provider: EnrichmentProvider }) {
  const { title, enabled, settings, kinds, sends, budget } = provider;
  return (
    <tr>
      <th scope="row">
        {title}
        <span className={styles.below}>{kinds.join(", ")}</span>
      </th>
      <td className={styles.text}>
        {enabled ? "On" : "Off"}
        <span className={styles.below}>
          {settings.length === 0 ? "Always on" : settings.join(" or ")}
        </span>
      </td>
      <td className={styles.text}>
        {sends.what}
        <span className={styles.below}>{sends.to.join(", ")}</span>
      </td>
      <td className={styles.text}>{budget.length === 0 ? "None" : budget.join(", ")}</td>
    </tr>
  );
}
