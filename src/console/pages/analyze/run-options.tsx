import { useQuery } from "@tanstack/react-query";
import { versionsQuery } from "../../api/attack.ts";
import { healthQuery } from "../../api/service.ts";
import controls from "../../parts/controls.module.css";
import { domainName } from "../../parts/release-name.ts";
import styles from "./analyze-page.module.css";
import type { Draft } from "./use-draft.ts";

interface Props {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** What reads the report, by which release, and what the session is called. */
export function RunOptions({ draft, onChange }: Props) {
  return (
    <div className={styles.options}>
      <ProviderChoice draft={draft} onChange={onChange} />
      <ReleaseChoice draft={draft} onChange={onChange} />
      <label className={styles.grow}>
        Name
        <input
          className={controls.field}
          value={draft.name}
          maxLength={255}
          placeholder="The title of the report"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </label>
    </div>
  );
}

function ProviderChoice({ draft, onChange }: Props) {
  const providers = useQuery(healthQuery).data?.providers.filter((one) => one.configured) ?? [];
  return (
    <label>
      Read by
      <select
        className={controls.field}
        value={providers.some(({ id }) => id === draft.provider) ? draft.provider : ""}
        onChange={(event) => onChange({ provider: event.target.value })}
      >
        {providers.map(({ id, kind, model }) => (
          <option key={id} value={id === "provider_a" ? "" : id}>
            {kind === "embedded" ? "Embedded analyser" : `${kind}: ${model}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function ReleaseChoice({ draft, onChange }: Props) {
  const releases = useQuery(versionsQuery).data ?? [];
  const domains = [...new Set(releases.map(({ domain }) => domain))];
  // What was chosen once may be gone.
  const domain = domains.includes(draft.domain) ? draft.domain : "enterprise-attack";
  const versions = releases.filter((release) => release.domain === domain);
  const current = versions.find((release) => release.is_current)?.version;
  const older = versions.filter((release) => !release.is_current);
  return (
    <>
      <label>
        Domain
        <select
          className={controls.field}
          value={domain}
          onChange={(event) => onChange({ domain: event.target.value, version: "" })}
        >
          {(domains.length === 0 ? [domain] : domains).map((one) => (
            <option key={one} value={one}>
              {domainName(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Release
        <select
          className={controls.field}
          value={older.some(({ version }) => version === draft.version) ? draft.version : ""}
          onChange={(event) => onChange({ version: event.target.value })}
        >
          <option value="">{current === undefined ? "Current" : `${current} (current)`}</option>
          {older.map(({ version }) => (
            <option key={version}>{version}</option>
          ))}
        </select>
      </label>
    </>
  );
}
