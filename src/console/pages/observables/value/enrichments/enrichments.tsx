import { useQuery } from "@tanstack/react-query";
import { enrichmentsQuery, type Observable, providersQuery } from "../../../../api/observables.ts";
import { ErrorPane } from "../../../../parts/error-pane/error-pane.tsx";
import { useMayChange } from "../../../../parts/use-may-change.ts";
import { providersFor } from "../../shown/providers-for.ts";
import styles from "../observable-page.module.css";
import { AskProvider } from "./ask-provider.tsx";
import { ProviderRecord } from "./provider-record.tsx";

/** Results of registries and other providers, and a form to query them. */
export function Enrichments({ observable: { id, kind } }: { observable: Observable }) {
  const mayChange = useMayChange();
  const list = useQuery(enrichmentsQuery(id));
  const providers = useQuery(providersQuery).data ?? [];
  const asked = providersFor(providers, [kind]);
  const items = list.data?.items ?? [];
  if (asked.length === 0 && items.length === 0) return null;
  return (
    <section className={styles.stack}>
      <h2>Enrichment</h2>
      {mayChange && asked.length > 0 ? <AskProvider id={id} providers={asked} /> : null}
      {list.isError ? <ErrorPane error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.total === 0 ? (
        <p className={styles.quiet}>No provider has been queried yet.</p>
      ) : null}
      <ul className={styles.rows}>
        {items.map((one) => (
          <ProviderRecord
            key={one.id}
            record={one}
            title={providers.find(({ name }) => name === one.provider)?.title ?? one.provider}
          />
        ))}
      </ul>
    </section>
  );
}
