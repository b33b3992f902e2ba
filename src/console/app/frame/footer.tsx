import { useQuery } from "@tanstack/react-query";
import { healthQuery, meQuery } from "../../api/queries.ts";
import styles from "./frame.module.css";

/** Who is asking, whether the service answers, and which releases it knows. */
export function Footer() {
  const health = useQuery(healthQuery);
  const me = useQuery(meQuery);
  const releases = health.data?.knowledge_base
    .map(({ domain, version }) => `${domain} ${version}`)
    .join(", ");
  return (
    <footer className={styles.footer}>
      <span role="status">{stateOf(health.isError, health.data?.status)}</span>
      {releases === undefined ? null : <span>{releases || "No release of ATT&CK yet"}</span>}
      {me.data === undefined ? null : (
        <span>
          {me.data.name} ({me.data.role})
        </span>
      )}
      <a href="/docs">Interface</a>
    </footer>
  );
}

function stateOf(isError: boolean, status: string | undefined): string {
  if (isError) return "The service does not answer";
  if (status === "starting") return "The service is starting";
  return status === undefined ? "Asking the service" : "The service is ready";
}
