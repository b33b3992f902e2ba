import { useQuery } from "@tanstack/react-query";
import { healthQuery, versionsQuery } from "../../api/queries.ts";
import styles from "./analyze-page.module.css";

/** Empty where the service's own default is taken. */
export interface Options {
  name: string;
  provider: string;
  domain: string;
  version: string;
}

interface Props {
  options: Options;
  onChange: (options: Options) => void;
}

/** What reads the report, by which release, and what the session is called. */
export function RunOptions({ options, onChange }: Props) {
  const providers = useQuery(healthQuery).data?.providers.filter((one) => one.configured) ?? [];
  const releases = useQuery(versionsQuery).data ?? [];
  const domains = [...new Set(releases.map(({ domain }) => domain))];
  const domain = options.domain || "enterprise-attack";
  const versions = releases.filter((release) => release.domain === domain);
  return (
    <div className={styles.options}>
      <label>
        Read by
        <select
          value={options.provider}
          onChange={(event) => onChange({ ...options, provider: event.target.value })}
        >
          <option value="">Default</option>
          {providers.map(({ id, kind, model }) => (
            <option key={id} value={id}>
              {kind === "embedded" ? "Embedded analyser" : `${kind}: ${model}`}
            </option>
          ))}
        </select>
      </label>
      <label>
        Domain
        <select
          value={domain}
          onChange={(event) => onChange({ ...options, domain: event.target.value, version: "" })}
        >
          {(domains.length === 0 ? [domain] : domains).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Release
        <select
          value={options.version}
          onChange={(event) => onChange({ ...options, version: event.target.value })}
        >
          <option value="">Current</option>
          {versions.map(({ version }) => (
            <option key={version}>{version}</option>
          ))}
        </select>
      </label>
      <label className={styles.grow}>
        Name
        <input
          value={options.name}
          maxLength={255}
          placeholder="The title of the report"
          onChange={(event) => onChange({ ...options, name: event.target.value })}
        />
      </label>
    </div>
  );
}
