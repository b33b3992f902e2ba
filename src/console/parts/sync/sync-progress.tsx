import type { SyncTask } from "../../api/releases.ts";
import { releaseName } from "../release-name.ts";
import { VisibleText } from "../visible-text/visible-text.tsx";
import styles from "./sync-progress.module.css";

type TaskDomain = SyncTask["domains"][number];

const STAGES: Readonly<Record<TaskDomain["stage"], string>> = {
  queued: "Waiting",
  checking: "Asking upstream for its releases",
  downloading: "Downloading",
  reading: "Reading",
  storing: "Storing",
  complete: "Complete",
  failed: "Failed",
};

/** The ingest progress of each domain, and what to do after a failure. */
export function SyncProgress({ task }: { task: SyncTask }) {
  const hasFailed = task.domains.some(({ stage }) => stage === "failed");
  return (
    <div className={styles.progress}>
      <ul className={styles.domains}>
        {task.domains.map((entry) => (
          <Entry key={entry.domain} entry={entry} />
        ))}
      </ul>
      {hasFailed ? (
        <p className={styles.advice}>
          No network? Download the release on another machine from{" "}
          <code>github.com/mitre-attack/attack-stix-data</code>. An admin can drop the file on any
          page.
        </p>
      ) : null}
    </div>
  );
}

function Entry({ entry }: { entry: TaskDomain }) {
  const { stage, action, done, total, error } = entry;
  const isOver = stage === "complete" || stage === "failed";
  const label = stage === "complete" && action === "none" ? "Up to date" : STAGES[stage];
  const percent = total === 0 ? undefined : Math.min(100, Math.round((done / total) * 100));
  return (
    <li className={styles.domain} data-stage={stage}>
      <span>{releaseName(entry)}</span>
      {/* A screen reader announces the stage, not each percent. */}
      <span role="status">{label}</span>
      {isOver ? null : (
        <progress
          max={100}
          value={percent}
          aria-label={`${label} ${releaseName(entry)}`}
          className={styles.bar}
        />
      )}
      {percent === undefined || isOver ? null : <span>{percent} %</span>}
      {error === null ? null : (
        <span role="alert" className={styles.error}>
          <VisibleText text={error} />
        </span>
      )}
    </li>
  );
}
