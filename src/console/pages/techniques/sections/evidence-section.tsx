import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Evidence, evidenceQuery } from "../../../api/evidence.ts";
import { ConfidenceBar } from "../../../parts/confidence-bar/confidence-bar.tsx";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../../../parts/library/library.module.css";
import { Section } from "../../../parts/library/section.tsx";
import { markingOf } from "../../../parts/marking.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { surenessOf } from "../../../parts/sureness.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatDay, formatTime } from "../../../parts/when.ts";

type Status = Evidence["review_status"];

const PAGE = 10;
const MOST = 200;
const STATUSES: Record<Status, { name: string; tone?: string }> = {
  suggested: { name: "Not reviewed" },
  accepted: { name: "Accepted", tone: "good" },
  needs_evidence: { name: "Needs evidence", tone: "wary" },
  rejected: { name: "Rejected", tone: "bad" },
};

interface Wanted {
  status?: string | undefined;
  isFamily?: boolean;
  limit?: number;
}

/** Returns the query for the evidence of a technique. */
export function evidenceOf(technique: string, { status, isFamily, limit = PAGE }: Wanted) {
  return {
    technique,
    limit,
    offset: 0,
    ...(isFamily === true ? { include_subtechniques: "true" as const } : {}),
    ...(status !== undefined && status in STATUSES ? { status: status as Status } : {}),
  };
}

interface Props {
  id: string;
  status: string | undefined;
  isFamily: boolean;
  /** Whether it may have sub-techniques. */
  mayHaveFamily: boolean;
  onChange: (part: { status?: string | undefined; family?: string | undefined }) => void;
}

/** The passages in all sessions that show the technique. Each links to its session. */
export function EvidenceSection({ id, status, isFamily, mayHaveFamily, onChange }: Props) {
  const [limit, setLimit] = useState(PAGE);
  const asked = useQuery({
    ...evidenceQuery(evidenceOf(id, { status, isFamily, limit })),
    placeholderData: keepPreviousData,
  });
  const { items = [], total = 0 } = asked.data ?? {};
  return (
    <Section
      id="evidence"
      title="Evidence in your reports"
      count={asked.data?.total}
      tools={
        <Tools
          status={status}
          isFamily={isFamily}
          mayHaveFamily={mayHaveFamily}
          onChange={onChange}
        />
      }
    >
      {asked.isError ? (
        <ErrorPane error={asked.error} onRetry={() => void asked.refetch()} />
      ) : null}
      {asked.isPending ? <Skeleton what="the evidence" lines={3} /> : null}
      {asked.data !== undefined && items.length === 0 ? (
        <p className={styles.quiet}>
          {status === undefined
            ? "No analyzed report shows this technique yet. "
            : "No evidence has this review status. "}
          <Link to="/analyze">Analyze a report</Link> to look for it.
        </p>
      ) : null}
      <ul className={styles.rows}>
        {items.map((one) => (
          <Row
            key={`${one.session_id} ${one.attack_id}`}
            evidence={one}
            isOwn={one.attack_id === id}
          />
        ))}
      </ul>
      {items.length < total && items.length < MOST ? (
        <button
          type="button"
          className={controls.button}
          disabled={asked.isPlaceholderData}
          onClick={() => setLimit(Math.min(MOST, limit + 2 * PAGE))}
        >
          Show more of {total}
        </button>
      ) : null}
      {total > MOST ? (
        <Link to="/sessions" search={{ technique: id }}>
          All reports with {id}
        </Link>
      ) : null}
    </Section>
  );
}

function Tools({ status, isFamily, mayHaveFamily, onChange }: Omit<Props, "id">) {
  return (
    <>
      {mayHaveFamily ? (
        <label>
          <input
            type="checkbox"
            checked={isFamily}
            onChange={({ target }) => onChange({ family: target.checked ? "true" : undefined })}
          />{" "}
          With sub-techniques
        </label>
      ) : null}
      <label>
        <span className={styles.small}>Review</span>{" "}
        <select
          className={controls.field}
          value={status ?? ""}
          onChange={({ target }) => onChange({ status: target.value || undefined })}
        >
          <option value="">All but rejected</option>
          {Object.entries(STATUSES).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function Row({ evidence, isOwn }: { evidence: Evidence; isOwn: boolean }) {
  const { session_id: sessionId, session_title: title, attack_id: id, name, passages } = evidence;
  const [first = { text: evidence.evidence, start: -1 }, ...others] = passages;
  const { name: statusName, tone } = STATUSES[evidence.review_status];
  return (
    <li>
      <div className={styles.line}>
        <Link to="/sessions/$sessionId" params={{ sessionId }} search={{ technique: id }}>
          <bdi>
            <VisibleText text={title} />
          </bdi>
        </Link>
        {isOwn ? null : (
          <span className={styles.small}>
            {id} {name}
          </span>
        )}
        <span className={styles.badge} data-tone={tone}>
          {statusName}
        </span>
        {evidence.origin === "analysis" ? (
          <ConfidenceBar value={evidence.confidence} />
        ) : (
          <span className={styles.small}>{surenessOf(evidence)}</span>
        )}
      </div>
      {first.text === "" ? (
        <p className={styles.quiet}>No passage is given.</p>
      ) : (
        <Quote text={first.text} />
      )}
      {others.length === 0 ? null : (
        <details>
          <summary className={styles.small}>
            {others.length} more {others.length === 1 ? "passage" : "passages"}
          </summary>
          {others.map(({ text, start }) => (
            <Quote key={start} text={text} />
          ))}
        </details>
      )}
      <p className={styles.small}>{factsOf(evidence).join(" · ")}</p>
    </li>
  );
}

function Quote({ text }: { text: string }) {
  return (
    <blockquote className={styles.quote}>
      <bdi>
        <VisibleText text={text.replaceAll(/\s+/gu, " ")} />
      </bdi>
    </blockquote>
  );
}

function factsOf(evidence: Evidence): string[] {
  const { changed_by: by, changed_at: at, session_created_at: created } = evidence;
  return [
    markingOf(evidence) ?? "",
    `Analyzed ${formatDay(created)}`,
    by === null ? "" : `Decided by ${by}, ${formatTime(at)}`,
  ].filter(Boolean);
}
