import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { replaceWarningList, type WarningListFile } from "../../../api/suppressions.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../list/observables-page.module.css";

/** Uploads a list in MISP's format. The file name becomes the name of the list. */
export function UploadList() {
  const input = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: async (file: File) =>
      await replaceWarningList(nameOf(file), parseList(await file.text())),
    onSettled: () => queries.invalidateQueries({ queryKey: ["warning-lists"] }),
  });
  return (
    <div>
      <p className={controls.line}>
        <button
          type="button"
          className={controls.button}
          disabled={upload.isPending}
          onClick={() => input.current?.click()}
        >
          Upload a list
        </button>
        <span className={styles.quiet}>
          A JSON file in MISP's format. It replaces the list with the same file name.
        </span>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Warning list"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file !== undefined) upload.mutate(file);
        }}
      />
      {upload.isError ? <ErrorPane error={upload.error} /> : null}
      {upload.isSuccess ? (
        <p role="status">
          {upload.data.title} was uploaded. Its {upload.data.entries.toLocaleString("en")} entries
          now apply.
        </p>
      ) : null}
    </div>
  );
}

/** Returns a valid name: `Our mail servers.json` becomes `our-mail-servers`. */
function nameOf({ name }: File): string {
  const plain = name.toLowerCase().replace(/\.json$/u, "");
  return plain.replaceAll(/[^a-z0-9._-]+/gu, "-").replace(/^[._-]+/u, "") || "list";
}

/** @throws Error for a file that is not JSON */
function parseList(text: string): WarningListFile {
  return JSON.parse(text) as WarningListFile;
}
