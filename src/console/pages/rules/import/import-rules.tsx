import { counted } from "../../../parts/counted.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { importRules, type RuleState } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useHandedFiles } from "../../../parts/handed-file.ts";
import styles from "../rules.module.css";
import { STATES } from "../words.ts";
import { Receipts } from "./receipts.tsx";

const KINDS = ["rules"];
const ENDINGS = ".yml,.yaml,.zip,.gz,.tgz,.tar,.kql,.spl,.eql,.toml,.txt";

/** Imports rules: first previews the outcome for each file, then imports them. */
export function ImportRules({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [state, setState] = useState<RuleState>("draft");
  const preview = useMutation({
    mutationFn: (given: readonly File[]) => importRules(given, { dry_run: "true", state }),
  });
  const take = useMutation({
    mutationFn: () => importRules(files, { dry_run: "false", state }),
    onSettled: () =>
      Promise.all(
        ["rules", "rule", "coverage"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const give = (given: readonly File[]) => {
    if (given.length === 0) return;
    setFiles(given);
    take.reset();
    preview.mutate(given);
  };
  useHandedFiles(KINDS, give);
  const result = take.data ?? preview.data;
  const waiting = (result?.counts.created ?? 0) + (result?.counts.updated ?? 0);
  return (
    <section aria-label="Import rules" className={styles.panel}>
      <p className={styles.quiet}>
        Drop files anywhere on the page, or choose them: rules of Sigma, KQL, SPL and EQL, or a zip,
        tar or tar.gz of them. Nothing is stored until you confirm.
      </p>
      <Choose state={state} onState={setState} onGive={give} onClose={onClose} />
      {preview.isPending || take.isPending ? (
        <p role="status">
          {counted(files.length, "file")} {take.isPending ? "being imported" : "being checked"}
        </p>
      ) : null}
      {preview.isError ? (
        <ErrorPane error={preview.error} onRetry={() => preview.mutate(files)} />
      ) : null}
      {take.isError ? <ErrorPane error={take.error} onRetry={() => take.mutate()} /> : null}
      {result === undefined || preview.isPending ? null : <Receipts result={result} />}
      {preview.data === undefined || take.isSuccess || preview.isPending ? null : (
        <button
          type="button"
          className={`${controls.primary} ${styles.start}`}
          disabled={take.isPending || waiting === 0}
          onClick={() => take.mutate()}
        >
          {waiting === 0 ? "Nothing to import" : `Import ${counted(waiting, "rule")}`}
        </button>
      )}
    </section>
  );
}

interface ChooseProps {
  state: RuleState;
  onState: (state: RuleState) => void;
  onGive: (files: readonly File[]) => void;
  onClose: () => void;
}

function Choose({ state, onState, onGive, onClose }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.line}>
      <button
        autoFocus
        type="button"
        className={controls.button}
        onClick={() => input.current?.click()}
      >
        Choose files
      </button>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={ENDINGS}
        aria-label="Files of rules"
        onChange={({ target }) => {
          onGive([...(target.files ?? [])]);
          // The same file may be chosen again after it was fixed.
          target.value = "";
        }}
      />
      <label>
        New rules are{" "}
        <select
          className={controls.field}
          value={state}
          onChange={({ target }) =>
            onState(STATES.find((one) => one.state === target.value)?.state ?? "draft")
          }
        >
          {STATES.map((one) => (
            <option key={one.state} value={one.state}>
              {one.name.toLowerCase()}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className={controls.button} onClick={onClose}>
        Close
      </button>
    </div>
  );
}
