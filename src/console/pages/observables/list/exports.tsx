import { useState } from "react";
import controls from "../../../parts/controls.module.css";
import { exportAddress, type Filters } from "./filters.ts";
import { BlockList } from "./block-list.tsx";
import styles from "./observables-page.module.css";

/** Programs read some formats, and would misinterpret a defanged value. */
const FORMATS = [
  { format: "csv", name: "CSV", isForPeople: true },
  { format: "ndjson", name: "NDJSON", isForPeople: true },
  { format: "txt", name: "Block list", isForPeople: true },
  { format: "stix", name: "STIX", isForPeople: false },
  { format: "misp", name: "MISP", isForPeople: false },
];

/** Exports of all observables that match the filters. */
export function Exports({ filters }: { filters: Filters }) {
  const [isDefanged, setIsDefanged] = useState(false);
  return (
    <nav aria-label="Exports" className={styles.line}>
      <span className={styles.quiet}>Export all matches:</span>
      {FORMATS.map(({ format, name, isForPeople }) => (
        <a
          key={format}
          className={controls.button}
          href={exportAddress(filters, format, isDefanged && isForPeople)}
          download
        >
          {name}
        </a>
      ))}
      <label title="Not in STIX and MISP, which programs read">
        <input
          type="checkbox"
          checked={isDefanged}
          onChange={({ target }) => setIsDefanged(target.checked)}
        />{" "}
        Export defanged
      </label>
      <BlockList filters={filters} />
    </nav>
  );
}
