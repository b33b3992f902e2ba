import type { SetProvider } from "../../../api/settings.ts";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../admin.module.css";
import { PROVIDER_KINDS, SLOTS } from "./words.ts";

/** Analysis providers, and where each one sends the text of a report. */
export function Providers({ providers }: { providers: SetProvider[] }) {
  return (
    <section className={styles.part}>
      <h2>Providers</h2>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">Slot</th>
            <th scope="col">Model</th>
            <th scope="col">Where it runs</th>
            <th scope="col">Key</th>
          </tr>
        </thead>
        <tbody>
          {providers.map((provider) => (
            <Row key={provider.id} provider={provider} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ provider }: { provider: SetProvider }) {
  const { id, kind, model, host, has_key: hasKey } = provider;
  if (kind === null) {
    return (
      <tr>
        <th scope="row">{SLOTS[id]}</th>
        <td colSpan={3} className={styles.quiet}>
          Not set
        </td>
      </tr>
    );
  }
  const isEmbedded = kind === "embedded";
  return (
    <tr>
      <th scope="row">{SLOTS[id]}</th>
      <td className={styles.text}>
        {PROVIDER_KINDS[kind]}
        <span className={styles.below}>
          {isEmbedded ? "The trained model of this service" : <VisibleText text={model ?? ""} />}
        </span>
      </td>
      <td className={styles.text}>
        {isEmbedded ? "In this service" : <VisibleText text={host ?? "The vendor’s API"} />}
      </td>
      <td>{isEmbedded ? "Not needed" : hasKey ? "Set" : "Not set"}</td>
    </tr>
  );
}
