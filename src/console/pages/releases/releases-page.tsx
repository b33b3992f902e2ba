import { useQuery } from "@tanstack/react-query";
import { versionsQuery } from "../../api/attack.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { SyncProgress } from "../../parts/sync/sync-progress.tsx";
import { useSync } from "../../parts/sync/use-sync.ts";
import { useMayChange } from "../../parts/use-may-change.ts";
import { Changes } from "./changes/changes.tsx";
import { GetReleases } from "./get-releases.tsx";
import { ReleaseTable } from "./release-table.tsx";
import styles from "./releases-page.module.css";

/** The available ATT&CK releases, how to get others, and the changes between two of them. */
export function ReleasesPage() {
  const { data: releases, error, isPending, refetch } = useQuery(versionsQuery);
  const mayChange = useMayChange();
  const sync = useSync();
  const shipped = releases?.find(({ origin }) => origin === "seed");
  return (
    <Page
      title="Releases"
      lead="The releases of ATT&CK and ATLAS that reports are analyzed with. The highest one of each domain is the current release; older ones stay available."
      action={
        !mayChange || shipped === undefined ? undefined : (
          <button
            type="button"
            className={controls.primary}
            disabled={sync.isRunning}
            onClick={() => sync.start({ domains: [shipped.domain], version: shipped.version })}
          >
            Get ATT&amp;CK {shipped.version} with descriptions
          </button>
        )
      }
    >
      {sync.task === undefined && sync.error === null ? null : (
        <section aria-label="Progress" className={styles.panel}>
          {sync.task === undefined ? null : <SyncProgress task={sync.task} />}
          {sync.error === null ? null : <ErrorPane error={sync.error} />}
          {sync.isRunning ? null : (
            <p>
              <button type="button" className={controls.button} onClick={sync.dismiss}>
                Close
              </button>
            </p>
          )}
        </section>
      )}
      {error === null ? null : <ErrorPane error={error} onRetry={() => void refetch()} />}
      {isPending ? <Skeleton what="the releases" lines={4} /> : null}
      {releases === undefined ? null : <ReleaseTable releases={releases} />}
      <GetReleases sync={sync} />
      {releases === undefined ? null : <Changes releases={releases} />}
    </Page>
  );
}
