import { Link } from "@tanstack/react-router";
import type { Analysis, StoredAnalysis } from "../../../api/session.ts";
import { modelName } from "../../../parts/analyser/providers.ts";
import { SessionConflict } from "../../../parts/conflict/session-conflict.tsx";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { markingOf } from "../../../parts/marking.ts";
import { TagList } from "../../../parts/tag-list/tag-list.tsx";
import { useIsAnalyst, useMayChange } from "../../../parts/use-may-change.ts";
import { useSessionChange } from "../../../parts/use-session-change.ts";
import { releaseName } from "../../../parts/release-name.ts";
import { ProofLinks } from "../proof/proof-links.tsx";
import { Exports } from "./exports.tsx";
import { ReportDates } from "./report-dates.tsx";
import { ReviewBar } from "./review-bar.tsx";
import { Reanalyse } from "./reanalyse.tsx";
import styles from "./session-head.module.css";
import { SessionTitle } from "./session-title.tsx";

const MARKINGS = ["red", "amber+strict", "amber", "green", "clear"] as const;
const MOST = { tags: 20, chars: 50 };

interface Props {
  analysis: StoredAnalysis;
  /** Whether this person's changes are still waiting to be sent. */
  isSending: boolean;
  /** This person's last action. */
  said: string;
}

/** Title, review state, marking, tags and exports of a session. */
export function SessionHead({ analysis, isSending, said }: Props) {
  const { session_id: id, title, domain, version, model, tags, warnings } = analysis;
  const change = useSessionChange(analysis);
  const mayChange = useMayChange();
  const isAnalyst = useIsAnalyst();
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <SessionTitle
          title={title}
          session={analysis}
          mayChange={mayChange}
          onChange={(name, seen) => change.change({ name }, seen)}
        />
        <Exports sessionId={id} />
      </div>
      <ReviewBar analysis={analysis} isSending={isSending} said={said} />
      {isAnalyst && analysis.review_state === "signed" ? <ProofLinks sessionId={id} /> : null}
      <div className={styles.line}>
        <ReportDates dates={analysis.entities.dates} />
        <span className={styles.quiet}>
          {releaseName(analysis)}, {modelName(model)}
          {askedOf(analysis)}
        </span>
        <Link to="/matrix" search={{ overlays: `session:${id}`, domain, version }}>
          On the matrix
        </Link>
        <Link to="/coverage" search={{ session_id: id, domain, version }}>
          Coverage
        </Link>
        <Marking
          analysis={analysis}
          mayChange={mayChange}
          onChange={(next) => change.change({ tlp: next })}
        />
        <TagList
          tags={tags}
          most={MOST}
          mayChange={mayChange}
          onChange={(next) => change.change({ tags: next })}
        />
        {warnings.length === 0 ? null : (
          <span className={styles.warning}>
            {warnings.length === 1 ? warnings[0] : `${warnings.length} warnings: see the summary`}
          </span>
        )}
        <Reanalyse analysis={analysis} />
      </div>
      {change.error === null ? null : <ErrorPane error={change.error} />}
      <SessionConflict conflict={change.conflict} />
    </header>
  );
}

/** Describes the non-default analysis options. */
function askedOf({ mode, min_confidence: least }: Analysis): string {
  const judged = mode === "judged" ? ", judged" : "";
  if (least !== null) return `${judged}, from a confidence of ${Math.round(least * 100)} %`;
  return judged || mode === "balanced" ? judged : `, for ${mode}`;
}

interface MarkingProps {
  analysis: Analysis;
  mayChange: boolean;
  onChange: (tlp: Analysis["tlp"]) => void;
}

function Marking({ analysis, mayChange, onChange }: MarkingProps) {
  if (!mayChange) return <span>{markingOf(analysis)}</span>;
  return (
    <select
      className={controls.field}
      aria-label="Marking by the Traffic Light Protocol"
      value={analysis.tlp ?? ""}
      onChange={(event) => onChange(MARKINGS.find((one) => one === event.target.value) ?? null)}
    >
      <option value="">{markingOf({ ...analysis, tlp: null }) ?? "TLP not decided"}</option>
      {MARKINGS.map((one) => (
        <option key={one} value={one}>
          TLP:{one.toUpperCase()}
        </option>
      ))}
    </select>
  );
}
