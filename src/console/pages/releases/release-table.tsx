import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type ReleaseVersion, removeRelease } from "../../api/releases.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { releaseName } from "../../parts/release-name.ts";
import tables from "../../parts/table.module.css";
import { useRole } from "../../parts/use-role.ts";
import { formatTime } from "../../parts/when.ts";
import styles from "./releases-page.module.css";

const NUMBER = `${styles.number} ${styles.wide}`;

/** The ingested releases, by domain and newest first. */
export function ReleaseTable({ releases }: { releases: readonly ReleaseVersion[] }) {
  const isAdmin = useRole() === "admin";
  const [asked, setAsked] = useState<ReleaseVersion | null>(null);
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
            <th scope="col" className={NUMBER}>
              Groups
            </th>
            <th scope="col" className={NUMBER}>
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
            <Row key={releaseName(release)} release={release}>
              {isAdmin ? (
                <td>
                  <Remove
                    release={release}
                    isOnly={isOnly(release)}
                    onAsk={() => setAsked(release)}
                  />
                </td>
              ) : null}
            </Row>
          ))}
        </tbody>
      </table>
      {asked === null ? null : (
        <Question key={releaseName(asked)} release={asked} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

function Row({ release, children }: { release: ReleaseVersion; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">
        {releaseName(release)}{" "}
        {release.is_current ? <span className={tables.tag}>current</span> : null}
      </th>
      <td>{release.origin === "seed" ? "No" : "Yes"}</td>
      <td className={styles.number}>{release.technique_count}</td>
      <td className={NUMBER}>{release.group_count}</td>
      <td className={NUMBER}>{release.campaign_count}</td>
      <td className={styles.wide}>{formatTime(release.ingested_at)}</td>
      {children}
    </tr>
  );
}

interface RemoveProps {
  release: ReleaseVersion;
  isOnly: boolean;
  onAsk: () => void;
}

function Remove({ release, isOnly, onAsk }: RemoveProps) {
  if (isOnly) return <span className={styles.quiet}>Only release of its domain</span>;
  return (
    <button
      type="button"
      className={controls.button}
      aria-label={`Remove ${releaseName(release)}`}
      onClick={onAsk}
    >
      Remove
    </button>
  );
}

/** Asks for confirmation before removing a release, because getting it back takes a while. */
function Question({ release, onClose }: { release: ReleaseVersion; onClose: () => void }) {
  const queries = useQueryClient();
  const { domain, version } = release;
  const removal = useMutation({
    mutationFn: () => removeRelease({ domain, version }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <div role="alertdialog" aria-label="Remove a release" className={styles.panel}>
      <p>
        Remove {releaseName(release)}? Sessions, layers and rules keep their technique IDs. It can
        be ingested again later.
      </p>
      {removal.error === null ? null : <ErrorPane error={removal.error} />}
      <p className={styles.line}>
        <button
          autoFocus
          type="button"
          className={controls.button}
          disabled={removal.isPending}
          onClick={() => removal.mutate()}
        >
          {removal.isPending ? "Removing" : `Remove ${releaseName(release)}`}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Keep it
        </button>
      </p>
    </div>
  );
}
