import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { meQuery } from "../../api/service.ts";
import controls from "../controls.module.css";
import { handFiles } from "../handed-file.ts";
import { VisibleText } from "../visible-text/visible-text.tsx";
import { ACCEPTED, DESTINATIONS } from "./destinations.ts";
import styles from "./drop-anywhere.module.css";
import { useFileDrops } from "./use-file-drops.ts";

/** Accepts a file dropped on any page, detects its kind, and opens the matching page. */
export function DropAnywhere() {
  const { history } = useRouter();
  const queries = useQueryClient();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const latest = useRef(0);
  const take = async (files: readonly File[]) => {
    const turn = (latest.current += 1);
    const { sortFiles } = await import("./sort-files.ts");
    // If a file is dropped before the user is known, fetches the user first.
    const me = await queries.ensureQueryData(meQuery).catch(() => null);
    const sorted = await sortFiles(files, me?.role ?? "viewer");
    // A later drop has replaced it.
    if (turn !== latest.current) return;
    setNotes(sorted.notes);
    if (sorted.kind === null) return;
    const { path } = DESTINATIONS[sorted.kind];
    handFiles(sorted.files, sorted.kind);
    if (history.location.pathname !== path.split("?")[0] || path.includes("?")) history.push(path);
  };
  const isOver = useFileDrops((files) => void take(files));
  return (
    <>
      {isOver ? (
        <div className={styles.veil} aria-hidden="true">
          <div className={styles.target}>
            <strong>Drop files anywhere</strong>
            <span>Accepted: {ACCEPTED}.</span>
          </div>
        </div>
      ) : null}
      <div role="status" className={styles.notes} data-shown={notes.length > 0}>
        {notes.length === 0 ? null : (
          <>
            {notes.map((note) => (
              <p key={note}>
                <VisibleText text={note} />
              </p>
            ))}
            <button type="button" className={controls.button} onClick={() => setNotes([])}>
              Close
            </button>
          </>
        )}
      </div>
    </>
  );
}
