import { useQuery } from "@tanstack/react-query";
import { versionsQuery } from "../../api/attack.ts";
import controls from "../../parts/controls.module.css";
import { type Provider, providerName } from "../../parts/analyser/providers.ts";
import { domainName } from "../../parts/release-name.ts";
import styles from "./analyze-page.module.css";
import type { Draft } from "./use-draft.ts";

interface Props {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

interface RunOptionsProps extends Props {
  provider: Provider | undefined;
  providers: readonly Provider[];
}

/** The options of an analysis: provider, release, and session name. */
export function RunOptions({ draft, provider, providers, onChange }: RunOptionsProps) {
  return (
    <div className={styles.options}>
      <label>
        Provider
        <select
          className={controls.field}
          value={provider?.id ?? ""}
          onChange={(event) => onChange({ provider: event.target.value })}
        >
          {providers.map((one) => (
            <option key={one.id} value={one.id}>
              {providerName(one)}
            </option>
          ))}
        </select>
      </label>
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

function ReleaseChoice({ draft, onChange }: Props) {
  const releases = useQuery(versionsQuery).data ?? [];
  const domains = [...new Set(releases.map(({ domain }) => domain))];
  // A stored choice may no longer exist.
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
