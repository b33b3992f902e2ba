import { counted } from "../../parts/counted.ts";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { FILE_KINDS, type FileKind, type ImportResult } from "../../api/imports.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { TypedField } from "../../parts/filter-fields/filter-fields.tsx";
import filters from "../../parts/filter-fields/filter-fields.module.css";
import { useHandedFiles } from "../../parts/handed-file.ts";
import { ReleasePicker } from "../../parts/release-picker/release-picker.tsx";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import { DryRun } from "./dry-run.tsx";
import styles from "./imports.module.css";
import { type GivenFile, useImport } from "./use-import.ts";
import { ENDINGS, HANDED_KINDS, KIND_NAMES, kindOf } from "./words.ts";

/** Imports a file: previews its content, then imports it after confirmation. */
export function ImportFile() {
  const { give, ...importing } = useImport();
  const { given } = importing;
  useHandedFiles(HANDED_KINDS, ([file], kind) => {
    if (file !== undefined) void give(file, kindOf(kind));
  });
  return given === null ? (
    <Choose onFile={(file) => void give(file)} />
  ) : (
    <Given {...importing} given={given} />
  );
}

type Importing = Omit<ReturnType<typeof useImport>, "give" | "given"> & { given: GivenFile };

function Given(importing: Importing) {
  const { given, preview, take, look } = importing;
  return (
    <section aria-label="New import" className={styles.panel}>
      <h2>
        <bdi>
          <VisibleText text={given.file.name} />
        </bdi>
      </h2>
      <Options given={given} isOff={take.isPending || take.isSuccess} onChange={look} />
      <p role="status">
        {preview.isPending ? "Reading the file. Nothing is stored yet." : null}
        {take.isPending ? "Importing." : null}
        {take.data === undefined ? null : <Imported result={take.data} />}
      </p>
      {preview.isError ? (
        <ErrorPane error={preview.error} onRetry={() => preview.mutate(given)} />
      ) : null}
      {take.isError ? <ErrorPane error={take.error} onRetry={() => take.mutate(given)} /> : null}
      {preview.data === undefined || preview.isPending ? null : (
        <DryRun result={take.data ?? preview.data} isDone={take.isSuccess} />
      )}
      <Decide {...importing} />
    </section>
  );
}

function Imported({ result: { items_created: created, import_id: id } }: { result: ImportResult }) {
  return (
    <>
      Imported: {counted(created, "new report")}.{" "}
      {id === null ? null : (
        <Link to="/intake/imports/$id" params={{ id }}>
          View the outcome of each object
        </Link>
      )}
    </>
  );
}

function Decide({ given, preview, take, forget }: Importing) {
  const reports = preview.data?.items_created ?? 0;
  // A matrix without case studies still contains techniques.
  const techniques = preview.data?.technique_count ?? 0;
  const isEmpty = reports + (preview.data?.observables_created ?? 0) + techniques === 0;
  const name = reports === 0 ? "Import" : `Import ${counted(reports, "report")}`;
  return (
    <span className={styles.line}>
      {preview.isSuccess && !take.isSuccess ? (
        <button
          type="button"
          className={controls.primary}
          disabled={take.isPending || isEmpty}
          onClick={() => take.mutate(given)}
        >
          {isEmpty ? "Nothing new to import" : name}
        </button>
      ) : null}
      <button type="button" className={controls.button} disabled={take.isPending} onClick={forget}>
        {take.isSuccess ? "Import another file" : "Cancel"}
      </button>
    </span>
  );
}

function Choose({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <p>
        Drop a file here: a STIX bundle, MISP events or the ATLAS matrix, also as .gz. You see what
        it contains before anything is stored.
      </p>
      <button type="button" className={controls.primary} onClick={() => input.current?.click()}>
        Choose a file
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept={ENDINGS}
        aria-label="File to import"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again after it was changed.
          target.value = "";
        }}
      />
    </div>
  );
}

interface OptionsProps {
  given: GivenFile;
  isOff: boolean;
  onChange: (given: GivenFile) => void;
}

/** The kind of the file and the release of its ids. Each change repeats the dry run. */
function Options({ given, isOff, onChange }: OptionsProps) {
  const { kind, release } = given;
  if (isOff) return <p className={styles.quiet}>{KIND_NAMES[kind]}</p>;
  return (
    <div className={filters.filters}>
      <label>
        Format
        <select
          className={controls.field}
          value={kind}
          onChange={({ target }) =>
            onChange({ ...given, kind: target.value as FileKind, release: {} })
          }
        >
          {FILE_KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
      {kind === "ml_matrix" ? (
        <TypedField
          label="Release of the matrix, where the file names none"
          hint="Such as 5.6.0"
          value={release.version ?? ""}
          onChange={(version) => onChange({ ...given, release: version === "" ? {} : { version } })}
        />
      ) : (
        <ReleasePicker
          domain={release.domain}
          version={release.version}
          onChange={(chosen) => onChange({ ...given, release: chosen })}
        />
      )}
    </div>
  );
}
