import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { versionsQuery } from "../../api/attack.ts";
import { localKept } from "../../parts/browser-storage.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { SyncProgress } from "../../parts/sync/sync-progress.tsx";
import { useSync } from "../../parts/sync/use-sync.ts";
import styles from "./home-page.module.css";

const KEY = "tradecraft.home.release-offer";

/** Offers the full release in place of the shipped facts, until it is ingested or the offer is declined. */
export function ReleaseOffer() {
  const shipped = useQuery(versionsQuery).data?.find(({ origin }) => origin === "seed");
  const [isDeclined, setIsDeclined] = useState(() => localKept.get(KEY) === shipped?.version);
  const { task, isRunning, error, start, dismiss } = useSync();
  const isAsked = task !== undefined || isRunning || error !== null;
  if (!isAsked && (shipped === undefined || isDeclined || isKeptDeclined(shipped.version))) {
    return null;
  }
  const name = `ATT&CK ${shipped?.version ?? task?.domains[0]?.version ?? ""}`;
  return (
    <section aria-label="Full release" className={styles.offer}>
      {task?.status === "complete" ? (
        <p>{name} with descriptions is ready.</p>
      ) : (
        <p>
          <strong>{name} ships without descriptions.</strong> The full release explains each
          technique, group and software. It is about 50 MB from MITRE’s GitHub repository. Nothing
          of yours is sent.
        </p>
      )}
      {task === undefined ? null : <SyncProgress task={task} />}
      {error === null ? null : <ErrorPane error={error} />}
      <p className={styles.buttons}>
        {isRunning || task?.status === "complete" || shipped === undefined ? null : (
          <button
            type="button"
            className={controls.button}
            onClick={() => start({ domains: [shipped.domain], version: shipped.version })}
          >
            {task?.status === "failed" ? "Try again" : `Get ${name} with descriptions`}
          </button>
        )}
        {isRunning ? null : (
          <button
            type="button"
            className={controls.button}
            onClick={() => {
              if (shipped !== undefined) localKept.set(KEY, shipped.version);
              setIsDeclined(true);
              dismiss();
            }}
          >
            {task?.status === "complete" ? "Close" : "Not now"}
          </button>
        )}
        <Link to="/releases">Upload a file instead</Link>
      </p>
    </section>
  );
}

function isKeptDeclined(version: string): boolean {
  return localKept.get(KEY) === version;
}
