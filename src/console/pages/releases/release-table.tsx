import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ReleaseVersion, removeRelease } from "../../api/releases.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { domainName, releaseName } from "../../parts/release-name.ts";
import tables from "../../parts/table.module.css";
import { useIsAdmin } from "../../parts/use-is-admin.ts";
import { formatTime } from "../../parts/when.ts";
import styles from "./releases-page.module.css";

/** The releases that are ingested, by domain and newest first. */
export function ReleaseTable({ releases }: { releases: readonly ReleaseVersion[] }) {
  const isAdmin = useIsAdmin();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<ReleaseVersion | null>(null);
  const removal = useMutation({
    mutationFn: ({ domain, version }: ReleaseVersion) => removeRelease({ domain, version }),
    onSuccess: () => setAsked(null),
    onSettled: () => queries.invalidateQueries(),
  });
  const isOnly = ({ domain }: ReleaseVersion) =>
    releases.filter((one) => one.domain === domain).length === 1;
  return (
    <div className={styles.scrolled}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">Release</th>
            <th scope="col">Descriptions</th>
            <th scope="col" className={styles.number}>
              Techniques
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              Groups
            </th>
            <th scope="col" className={`${styles.number} ${styles.wide}`}>
              Campaigns
            </th>
            <th scope="col" className={styles.wide}>
              Ingested
            </th>
            {isAdmin ? <th scope="col">Actions</th> : null}
          </tr>
        </thead>
        <tbody>
          {releases.map((release) => (
            <tr key={releaseName(release)}>
              <th scope="row">
                {domainName(release.domain)} {release.version}{" "}
                {release.is_current ? <span className={tables.tag}>current</span> : null}
              </th>
              <td>{release.origin === "seed" ? "No" : "Yes"}</td>
              <td className={styles.number}>{release.technique_count}</td>
              <td className={`${styles.number} ${styles.wide}`}>{release.group_count}</td>
              <td className={`${styles.number} ${styles.wide}`}>{release.campaign_count}</td>
              <td className={styles.wide}>{formatTime(release.ingested_at)}</td>
              {isAdmin ? (
                <td>
                  {isOnly(release) ? (
                    <span className={styles.quiet}>Only release of its domain</span>
                  ) : (
                    <button
                      type="button"
                      className={controls.button}
                      aria-label={`Remove ${releaseName(release)}`}
                      onClick={() => {
                        removal.reset();
                        setAsked(release);
                      }}
                    >
                      Remove
                    </button>
                  )}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {asked === null ? null : (
        <div role="alertdialog" aria-label="Remove a release" className={styles.panel}>
          <p>
            Remove {releaseName(asked)}? Sessions, layers and rules keep their technique IDs. It can
            be ingested again later.
          </p>
          {removal.error === null ? null : <ErrorPane error={removal.error} />}
          <p className={styles.line}>
            <button
              autoFocus
              type="button"
              className={controls.button}
              disabled={removal.isPending}
              onClick={() => removal.mutate(asked)}
            >
              {removal.isPending ? "Removing" : `Remove ${releaseName(asked)}`}
            </button>
            <button type="button" className={controls.button} onClick={() => setAsked(null)}>
              Keep it
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
