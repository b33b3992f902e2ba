import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Mode, MODES } from "../../../../api/actors.ts";
import { versionsQuery } from "../../../../api/attack.ts";
import { sessionComparisonQuery, standingsQuery } from "../../../../api/session.ts";
import type { Schema } from "../../../../api/client.ts";
import controls from "../../../../parts/controls.module.css";
import { MODE_HINTS, MODE_NAMES } from "../../../../parts/measures.ts";
import { ErrorPane } from "../../../../parts/error-pane/error-pane.tsx";
import type { FindingsProps } from "../findings.tsx";
import styles from "../findings.module.css";
import { GroupBar } from "./group-bar.tsx";

/** Compares the session with the groups of any release, in any mode. */
export function Comparison(props: FindingsProps) {
  const { analysis } = props;
  const { leads, apt_matches_version: own } = analysis;
  const usual = leads[0]?.mode ?? "mixed";
  const [mode, setMode] = useState<Mode>(usual);
  const [version, setVersion] = useState(own ?? analysis.version);
  const releases = useQuery(versionsQuery).data ?? [];
  const versions = releases.filter(({ domain }) => domain === analysis.domain);
  return (
    <>
      <p className={styles.line}>
        <select
          className={controls.field}
          aria-label="Measure"
          title={MODE_HINTS[mode]}
          value={mode}
          onChange={(event) => setMode(event.target.value as Mode)}
        >
          {MODES.map((id) => (
            <option key={id} value={id}>
              {MODE_NAMES[id]}
            </option>
          ))}
        </select>
        <select
          className={controls.field}
          aria-label="Release"
          value={version}
          onChange={(event) => setVersion(event.target.value)}
        >
          {[...new Set([version, ...versions.map((one) => one.version)])].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </p>
      {mode === usual && version === own ? (
        <Leads {...props} />
      ) : (
        <Compared mode={mode} version={version} props={props} />
      )}
    </>
  );
}

function Leads(props: FindingsProps) {
  const { leads, leads_reason: reason } = props.analysis;
  const counted = countedIds(props);
  return (
    <>
      {reason === null ? null : <p>{reason}</p>}
      <ul className={styles.rows}>
        {leads.map((lead) => (
          <GroupBar
            key={lead.group_attack_id}
            id={lead.group_attack_id}
            name={lead.group_name}
            share={lead.score}
            figure={figureOf(lead.shared_count, lead.score)}
            said={lead.why}
            shared={lead.shared_techniques}
            missing={counted.filter((id) => !lead.shared_techniques.includes(id))}
            props={props}
          />
        ))}
      </ul>
    </>
  );
}

interface ComparedProps {
  mode: Mode;
  version: string;
  props: FindingsProps;
}

function Compared({ mode, version, props }: ComparedProps) {
  const rows = useQuery({
    ...sessionComparisonQuery(props.analysis.session_id, version, mode),
    placeholderData: keepPreviousData,
  });
  const { session_id: sessionId, version: own } = props.analysis;
  const standings = useQuery({
    ...standingsQuery(sessionId, own, version, mode),
    enabled: own !== version,
  });
  const counted = countedIds(props);
  if (rows.isError) return <ErrorPane error={rows.error} />;
  if (rows.data === undefined) return <p role="status">The groups are compared</p>;
  return (
    <ul className={styles.rows}>
      {rows.data.map((row) => (
        <GroupBar
          key={row.group_attack_id}
          id={row.group_attack_id}
          name={row.group_name}
          share={row.similarity}
          figure={figureOf(row.shared_count, row.similarity)}
          said={moved(standings.data, row.group_attack_id, own)}
          shared={row.shared_techniques}
          missing={counted.filter((id) => !row.shared_techniques.includes(id))}
          props={props}
        />
      ))}
    </ul>
  );
}

/** Describes a group's rank in the session's own release, if it differs. */
function moved(
  standings: Schema<"GroupMatchChange">[] | undefined,
  groupId: string,
  version: string,
): string {
  const found = standings?.find((one) => one.group_attack_id === groupId);
  if (found === undefined) return "";
  if (found.before === null) return `Shared nothing in ${version}.`;
  return `In ${version} number ${found.before.rank}, ${found.before.shared_count} shared.`;
}

function figureOf(shared: number, share: number): string {
  return `${shared} shared, ${Math.round(share * 100)} %`;
}

/** Returns the compared ids, without rejected techniques. */
function countedIds({ analysis }: FindingsProps): string[] {
  return analysis.techniques
    .filter(({ review_status: review }) => review !== "rejected")
    .map(({ attack_id: id }) => id)
    .sort();
}
