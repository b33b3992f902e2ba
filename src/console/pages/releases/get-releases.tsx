import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { syncStatusQuery } from "../../api/releases.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { domainName } from "../../parts/release-name.ts";
import type { Sync } from "../../parts/sync/use-sync.ts";
import { useRole } from "../../parts/use-role.ts";
import { useMayChange } from "../../parts/use-may-change.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../parts/when.ts";
import styles from "./releases-page.module.css";
import { UploadBundle } from "./upload-bundle.tsx";

const DOMAINS = ["enterprise-attack", "mobile-attack", "ics-attack"];

/** Ways to get other releases: from upstream, or as a file. */
export function GetReleases({ sync }: { sync: Sync }) {
  const mayChange = useMayChange();
  const isAdmin = useRole() === "admin";
  if (!mayChange) return null;
  return (
    <section aria-labelledby="get" className={styles.part}>
      <h2 id="get">Get releases</h2>
      <div className={styles.ways}>
        <Newest sync={sync} />
        <Older sync={sync} />
        {isAdmin ? <UploadBundle /> : null}
      </div>
    </section>
  );
}

/** Contacts upstream only after a click, because that is another machine. */
function Newest({ sync }: { sync: Sync }) {
  const { data, error, isFetching, refetch } = useQuery({ ...syncStatusQuery, enabled: false });
  const known = data?.domains.filter(({ latest_version: latest }) => latest !== null) ?? [];
  return (
    <div className={styles.panel}>
      <h3>Newest releases</h3>
      <p className={styles.quiet}>
        Asks MITRE’s repository for its newest releases. The request contains none of your data.
      </p>
      {error === null ? null : <ErrorPane error={error} />}
      {data === undefined ? null : (
        <>
          {data.upstream_error === null ? null : (
            <p role="alert" className={styles.bad}>
              <VisibleText text={data.upstream_error} /> Upload the release as a file instead.
            </p>
          )}
          <ul className={styles.list}>
            {known.map(({ domain, latest_version: latest, needs_update: isNew }) => (
              <li key={domain}>
                {domainName(domain)} {latest}{" "}
                <span className={isNew ? styles.wary : styles.quiet}>
                  {isNew ? "can be ingested" : "is up to date"}
                </span>
              </li>
            ))}
          </ul>
          {data.checked_at === null ? null : (
            <p className={styles.quiet}>As of {formatTime(data.checked_at)}</p>
          )}
        </>
      )}
      <p className={styles.line}>
        <button
          type="button"
          className={controls.button}
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? "Checking" : "Check for new releases"}
        </button>
        {data?.any_updates_needed === true ? (
          <button
            type="button"
            className={controls.button}
            disabled={sync.isRunning}
            onClick={() => {
              const domains = data.domains.filter((one) => one.needs_update);
              sync.start({ domains: domains.map(({ domain }) => domain) });
            }}
          >
            Get all of them
          </button>
        ) : null}
      </p>
    </div>
  );
}

/** One release by its number, such as the one that an old layer needs. */
function Older({ sync }: { sync: Sync }) {
  const [domain, setDomain] = useState(DOMAINS[0] ?? "");
  const [version, setVersion] = useState("");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sync.start({ domains: [domain], version: version.trim() });
  };
  return (
    <form className={styles.panel} onSubmit={onSubmit}>
      <h3>A specific release</h3>
      <p className={styles.quiet}>
        An older release is kept next to the current one, for reports and layers that were made for
        it.
      </p>
      <p className={styles.line}>
        <select
          className={controls.field}
          aria-label="Domain of the release"
          value={domain}
          onChange={({ target }) => setDomain(target.value)}
        >
          {DOMAINS.map((one) => (
            <option key={one} value={one}>
              {domainName(one)}
            </option>
          ))}
        </select>
        <input
          className={controls.field}
          aria-label="Number of the release"
          placeholder="18.1"
          size={6}
          maxLength={32}
          value={version}
          onChange={({ target }) => setVersion(target.value)}
        />
        <button
          type="submit"
          className={controls.button}
          disabled={sync.isRunning || version.trim() === ""}
        >
          Get
        </button>
      </p>
    </form>
  );
}
