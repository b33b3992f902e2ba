import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Source, sourceQuery } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import facts from "../../../parts/facts.module.css";
import { Page } from "../../../parts/page/page.tsx";
import { PathLink } from "../../../parts/path-link.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { formatTime } from "../../../parts/when.ts";
import { describeCredentials, FILTERS, KINDS } from "../kinds.ts";
import styles from "../sources.module.css";
import { SourceOutcome } from "../source-outcome.tsx";
import { type SourceActs, useSourceActs } from "../use-source-acts.ts";
import { describeFailures, describeInterval, describeNextRun, reportsPath } from "../words.ts";
import { DeleteSource } from "./delete-source.tsx";
import { EditSource } from "./edit-source.tsx";
import { Runs } from "./runs.tsx";

const route = getRouteApi("/intake/sources/$id");
const ABOVE = { to: "/intake/sources", name: "Sources" };

/** One source, its settings, and all its runs. */
export function SourcePage() {
  const { id } = route.useParams();
  const source = useQuery(sourceQuery(id));
  if (source.isError && source.data === undefined) {
    return (
      <Page title="Source" above={ABOVE}>
        <ErrorPane error={source.error} onRetry={() => void source.refetch()} />
      </Page>
    );
  }
  if (source.data === undefined) {
    return (
      <Page title="Source" above={ABOVE}>
        <Skeleton what="the source" lines={8} />
      </Page>
    );
  }
  return <Shown source={source.data} />;
}

type Part = "edit" | "delete";

function Shown({ source }: { source: Source }) {
  const [open, setOpen] = useState<Part | null>(null);
  const acts = useSourceActs(source.id);
  const failures = describeFailures(source);
  const close = () => setOpen(null);
  return (
    <Page
      title={
        <bdi>
          <VisibleText text={source.name} />
        </bdi>
      }
      above={ABOVE}
      action={useMayChange() ? <Acts source={source} acts={acts} onOpen={setOpen} /> : undefined}
    >
      {open === "edit" ? <EditSource source={source} onClose={close} /> : null}
      {open === "delete" ? <DeleteSource source={source} onClose={close} /> : null}
      <div className={styles.stack}>
        {failures === null ? null : (
          <p className={styles.failed}>
            <VisibleText text={failures} />
          </p>
        )}
        <SourceOutcome acts={acts} />
        <Facts source={source} />
      </div>
      <Runs sourceId={source.id} />
    </Page>
  );
}

interface ActsProps {
  source: Source;
  acts: SourceActs;
  onOpen: (part: Part) => void;
}

function Acts({ source: { enabled }, acts: { run, change }, onOpen }: ActsProps) {
  return (
    <>
      <button
        type="button"
        className={controls.primary}
        disabled={run.isPending}
        onClick={() => run.mutate()}
      >
        {run.isPending ? "Running" : "Run now"}
      </button>
      <button
        type="button"
        className={controls.button}
        disabled={change.isPending}
        onClick={() => change.mutate({ enabled: !enabled })}
      >
        {enabled ? "Pause" : "Resume"}
      </button>
      <button type="button" className={controls.button} onClick={() => onOpen("edit")}>
        Edit
      </button>
      <button type="button" className={controls.button} onClick={() => onOpen("delete")}>
        Delete
      </button>
    </>
  );
}

function Facts({ source }: { source: Source }) {
  const { kind, url, moved_to: moved, enabled, interval_minutes: minutes } = source;
  const { include, exclude, filters } = source;
  const { last_run_at: last, reports, created_at: created } = source;
  const rows: [string, React.ReactNode][] = [
    ["Kind", KINDS[kind].name],
    ["Address", <VisibleText key="url" text={url} />],
    ...(moved === null
      ? []
      : [["Moved to", <VisibleText key="moved" text={moved} />] satisfies [string, unknown]]),
    ...(kind === "rss" && !source.has_credentials
      ? []
      : [["Credentials", describeCredentials(source.has_credentials)] satisfies [string, unknown]]),
    ["Schedule", enabled ? describeInterval(minutes) : `Paused (${describeInterval(minutes)})`],
    ...(include.length === 0
      ? []
      : [["Only items with", words(include)] satisfies [string, unknown]]),
    ...(exclude.length === 0
      ? []
      : [["No items with", words(exclude)] satisfies [string, unknown]]),
    ...KINDS[kind].filters
      .filter((name) => (filters[name] ?? []).length > 0)
      .map((name): [string, React.ReactNode] => [FILTERS[name], words(filters[name] ?? [])]),
    ["Last run", last === null ? "Never" : formatTime(last)],
    ["Next run", enabled ? describeNextRun(source) : "None while the source is paused"],
    [
      "Reports",
      reports === 0 ? (
        "None in the intake"
      ) : (
        <PathLink key="reports" path={reportsPath(source.id)}>
          {reports.toLocaleString("en")} in the intake
        </PathLink>
      ),
    ],
    ["Added", formatTime(created)],
  ];
  return (
    <dl className={facts.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const words = (list: readonly string[]) => <VisibleText text={list.join(", ")} />;
