import { getRouteApi, Link } from "@tanstack/react-router";
import type { Dossier } from "../../../api/dossiers.ts";
import styles from "../dossiers.module.css";

const route = getRouteApi("/dossiers/$dossierId");

/** The parts of a dossier, each with its address and number of items. */
export function PartsNav({ dossier }: { dossier: Dossier }) {
  const { part: shown } = route.useSearch();
  const parts = [
    { part: undefined, name: "Agreement", size: dossier.techniques.length },
    { part: "contradictions", name: "Contradictions", size: dossier.contradictions.length },
    { part: "timeline", name: "Timeline", size: null },
    { part: "indicators", name: "Shared indicators", size: dossier.shared_observable_count },
    { part: "leads", name: "Leads", size: dossier.named_groups.length },
  ] as const;
  return (
    <nav aria-label="Parts of the dossier" className={styles.tabs}>
      {parts.map(({ part, name, size }) => (
        <Link
          key={name}
          to="/dossiers/$dossierId"
          params={{ dossierId: dossier.dossier_id }}
          search={part === undefined ? {} : { part }}
          resetScroll={false}
          className={styles.tab}
          activeOptions={{ exact: true }}
          aria-current={part === shown ? "page" : "false"}
        >
          {name}
          {size === null ? null : <span className={styles.size}> {size}</span>}
        </Link>
      ))}
    </nav>
  );
}
