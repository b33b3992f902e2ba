import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { uploadBundle } from "../../api/releases.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useHandedFiles } from "../../parts/handed-file.ts";
import { followTask } from "../../parts/sync/use-sync.ts";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./releases-page.module.css";

const KINDS = ["attack"];

/** Uploads a release as a file, for a service without access to upstream. */
export function UploadBundle() {
  const input = useRef<HTMLInputElement>(null);
  const aborter = useRef<AbortController>(null);
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: (file: File) => {
      setShare(0);
      aborter.current = new AbortController();
      return uploadBundle(file, setShare, aborter.current.signal);
    },
    onSuccess: followTask,
  });
  useHandedFiles(KINDS, ([file]) => file !== undefined && upload.mutate(file));
  const isCancelled = upload.error?.name === "AbortError";
  return (
    <div className={styles.panel}>
      <h3>From a file</h3>
      <p className={styles.quiet}>
        Without a network: a STIX bundle of ATT&amp;CK, such as{" "}
        <code>enterprise-attack-19.1.json</code> from{" "}
        <code>github.com/mitre-attack/attack-stix-data</code>, plain or as .gz. Drop it anywhere, or
        choose it.
      </p>
      {upload.isPending ? (
        <Uploading
          name={upload.variables.name}
          percent={Math.round(share * 100)}
          onCancel={() => aborter.current?.abort()}
        />
      ) : (
        <p>
          <button type="button" className={controls.button} onClick={() => input.current?.click()}>
            Choose a bundle
          </button>
        </p>
      )}
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,.gz"
        aria-label="STIX bundle of a release"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) upload.mutate(file);
          target.value = "";
        }}
      />
      {upload.error === null || isCancelled ? null : <ErrorPane error={upload.error} />}
    </div>
  );
}

interface UploadingProps {
  name: string;
  percent: number;
  onCancel: () => void;
}

function Uploading({ name, percent, onCancel }: UploadingProps) {
  return (
    <>
      <p role="status">
        {percent < 100 ? "Uploading" : "Checking"} <VisibleText text={name} />
      </p>
      <p className={styles.line}>
        <progress max={100} value={percent} aria-label="Upload" className={styles.bar} />
        <span className={styles.number}>{percent} %</span>
        <button type="button" className={controls.button} onClick={onCancel}>
          Cancel
        </button>
      </p>
    </>
  );
}
