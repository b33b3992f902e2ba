import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Rule,
  type RuleDiff,
  ruleDiffQuery,
  ruleVersionQuery,
  ruleVersionsQuery,
} from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import { formatTime } from "../../../parts/when.ts";
import styles from "../rules.module.css";
import { Code, LineText } from "./code.tsx";

/** The versions of a rule, and the differences between two. */
export function Versions({ rule }: { rule: Rule }) {
  const { rule_id: id, version } = rule;
  const versions = useQuery(ruleVersionsQuery(id)).data?.items ?? [];
  const [from, setFrom] = useState(version - 1);
  const [to, setTo] = useState(version);
  const diff = useQuery(ruleDiffQuery(id, from, to));
  const choice = (label: string, value: number, onChange: (value: number) => void) => (
    <label>
      {label}{" "}
      <select
        className={controls.field}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {versions.map((one) => (
          <option key={one.version} value={one.version}>
            {one.version}: {one.created_by}, {formatTime(one.created_at)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section aria-labelledby="versions" className={styles.stack}>
      <h2 id="versions">Versions</h2>
      <div className={styles.line}>
        {choice("From", from, setFrom)}
        {choice("to", to, setTo)}
      </div>
      {diff.isError ? <ErrorPane error={diff.error} /> : null}
      {diff.data === undefined ? null : <Diff diff={diff.data} />}
      <OlderVersion key={from} ruleId={id} version={from} />
    </section>
  );
}

/** The full text of an older version, loaded when expanded. */
function OlderVersion({ ruleId, version }: { ruleId: string; version: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const asked = useQuery({ ...ruleVersionQuery(ruleId, version), enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Text of version {version}</summary>
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.data === undefined ? null : <Code text={asked.data.content} faults={NO_FAULTS} />}
    </details>
  );
}

const NO_FAULTS: ReadonlySet<number> = new Set();
const SIGNS = { same: "", added: "Added: ", removed: "Removed: " };
/** The number of unchanged lines around a change. */
const AROUND = 3;

function Diff({ diff: { changes } }: { diff: RuleDiff }) {
  if (changes.every(({ kind }) => kind === "same")) {
    return <p className={styles.quiet}>Both are the same.</p>;
  }
  return (
    <ol aria-label="Differences" className={styles.code}>
      {changes.flatMap(({ kind, from_line, to_line, lines }) =>
        lines.flatMap((line, index) => {
          const isFar = kind === "same" && index >= AROUND && index < lines.length - AROUND;
          if (isFar && index > AROUND) return [];
          const number = (kind === "removed" ? from_line : to_line) + index;
          return [
            <li key={`${kind} ${number}`} data-kind={kind}>
              <span aria-hidden="true" className={styles.lineNumber}>
                {isFar ? "…" : `${kind === "added" ? "+" : kind === "removed" ? "−" : ""}${number}`}
              </span>
              <span>
                <Unseen>{SIGNS[kind]}</Unseen>
                {isFar ? (
                  `${lines.length - 2 * AROUND} lines that are the same`
                ) : (
                  <LineText text={line} />
                )}
              </span>
            </li>,
          ];
        }),
      )}
    </ol>
  );
}
