import controls from "../../../parts/controls.module.css";
import { PushToMisp } from "./push-to-misp.tsx";
import styles from "./session-head.module.css";

const EXPORTS = [
  { name: "PDF", address: (id: string) => `/api/export/analysis/${id}` },
  { name: "Markdown", address: (id: string) => `/api/export/analysis/${id}/markdown` },
  { name: "STIX", address: (id: string) => `/api/export/analysis/${id}/stix` },
  { name: "Navigator", address: (id: string) => `/api/export/analysis/${id}/navigator` },
  { name: "CSV", address: (id: string) => `/api/export/analysis/${id}/csv` },
  { name: "MISP", address: (id: string) => `/api/export/analysis/${id}/misp` },
  { name: "Attack Flow", address: (id: string) => `/api/export/analysis/${id}/attack-flow` },
  {
    name: "Flow Builder",
    address: (id: string) => `/api/export/analysis/${id}/attack-flow-builder`,
  },
];

/** Exports of the report, and a button to send it to MISP. */
export function Exports({ sessionId }: { sessionId: string }) {
  return (
    <nav aria-label="Exports" className={styles.exports}>
      <span className={styles.quiet} aria-hidden="true">
        Export
      </span>
      {EXPORTS.map(({ name, address }) => (
        <a
          key={name}
          className={controls.button}
          href={address(sessionId)}
          {...(name === "PDF" ? { target: "_blank", rel: "noreferrer" } : { download: true })}
        >
          {name}
        </a>
      ))}
      <PushToMisp sessionId={sessionId} />
    </nav>
  );
}
