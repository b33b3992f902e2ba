import { counted } from "../../../parts/counted.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  importInventory,
  type InventoryImport,
  inventoryQuery,
  type LogInventory,
} from "../../../api/coverage.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import { type Conflict, type Guarded, useGuarded } from "../../../parts/conflict/use-guarded.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useHandedFiles } from "../../../parts/handed-file.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../coverage-page.module.css";
import { describeDifference } from "./draft.ts";

type Mode = "add" | "replace";
const KINDS = ["dettect"];

interface Props {
  mayChange: boolean;
  /** Whether there are unsaved changes, which an import would ignore. */
  isDraft: boolean;
  /** The displayed list. */
  stored: LogInventory;
}

/** A file to import, and the list shown at that time. */
interface Wanted {
  file: File;
  base: LogInventory["entries"];
}

/** Exports the list as a DeTT&CT file, and imports such a file. */
export function DettectFiles({ mayChange, isDraft, stored }: Props) {
  const queries = useQueryClient();
  const [mode, setMode] = useState<Mode>("add");
  const take = useGuarded(stored.etag, {
    mutationFn: async ({ wanted: { file }, etag }: Guarded<Wanted>) =>
      await importInventory(await file.text(), mode, etag),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries(inventoryQuery),
        queries.invalidateQueries({ queryKey: ["coverage"] }),
      ]),
  });
  const [dropped, setDropped] = useState<File | null>(null);
  useHandedFiles(KINDS, ([file = null]) => setDropped(file));
  return (
    <section aria-labelledby="dettect" className={styles.answer}>
      <h2 id="dettect">Import and export as DeTT&amp;CT</h2>
      <div className={styles.line}>
        <a className={controls.button} href="/api/coverage/log-sources/dettect" download>
          Export as YAML
        </a>
        {mayChange ? (
          <ImportFields
            mode={mode}
            isDraft={isDraft}
            isPending={take.isPending}
            onMode={setMode}
            onFile={(file) => take.send({ file, base: stored.entries })}
          />
        ) : null}
      </div>
      {dropped === null || !mayChange ? null : (
        <Dropped
          name={dropped.name}
          mode={mode}
          isDraft={isDraft}
          onTake={() => {
            setDropped(null);
            take.send({ file: dropped, base: stored.entries });
          }}
          onCancel={() => setDropped(null)}
        />
      )}
      {take.error === null ? null : <ErrorPane error={take.error} />}
      <ImportConflict conflict={take.conflict} />
      {take.data === undefined ? null : <Account result={take.data} />}
    </section>
  );
}

interface FieldsProps {
  mode: Mode;
  isDraft: boolean;
  isPending: boolean;
  onMode: (mode: Mode) => void;
  onFile: (file: File) => void;
}

function ImportFields({ mode, isDraft, isPending, onMode, onFile }: FieldsProps) {
  return (
    <>
      <label>
        Import{" "}
        <select
          className={controls.field}
          value={mode}
          onChange={({ target }) => onMode(target.value === "replace" ? "replace" : "add")}
        >
          <option value="add">and add to the list</option>
          <option value="replace">in place of the list</option>
        </select>
      </label>
      <input
        type="file"
        accept=".yaml,.yml"
        aria-label="DeTT&CT file"
        disabled={isPending || isDraft}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again after it was fixed.
          target.value = "";
        }}
      />
      {isDraft ? <span className={styles.quiet}>Save or discard your changes first.</span> : null}
    </>
  );
}

interface DroppedProps {
  name: string;
  mode: Mode;
  isDraft: boolean;
  onTake: () => void;
  onCancel: () => void;
}

/** A dropped file, which changes nothing before it is confirmed. */
function Dropped({ name, mode, isDraft, onTake, onCancel }: DroppedProps) {
  return (
    <p role="status" className={styles.line}>
      <VisibleText text={name} />
      <button type="button" className={controls.primary} disabled={isDraft} onClick={onTake}>
        {mode === "add" ? "Add to the list" : "Replace the list"}
      </button>
      <button type="button" className={controls.button} onClick={onCancel}>
        Cancel
      </button>
    </p>
  );
}

function ImportConflict({ conflict }: { conflict: Conflict<Wanted> | null }) {
  if (conflict === null) return null;
  const { current, wanted } = conflict;
  return (
    <ConflictNotice
      {...conflict}
      what="the list"
      theirs={describeDifference(wanted.base, (current as LogInventory).entries)}
      mine={`the file ${wanted.file.name}`}
      onKeep={conflict.keepTheirs}
      onApply={conflict.applyMine}
    />
  );
}

/** The outcome of a file import. */
function Account({ result }: { result: InventoryImport }) {
  const { imported, merged, passed_over: passed, entries } = result;
  return (
    <div role="status">
      <p>
        The file names {counted(imported, "data source")}; the list has {entries.length} now.
        {merged === 0 ? "" : ` ${merged} said the same as another and were merged.`}
      </p>
      {passed.length === 0 ? null : (
        <details>
          <summary>{passed.length} skipped</summary>
          <ul className={styles.rows}>
            {passed.map(({ pointer, name, reason }) => (
              <li key={pointer}>
                <bdi>
                  <VisibleText text={name} />
                </bdi>{" "}
                <span className={styles.quiet}>{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
