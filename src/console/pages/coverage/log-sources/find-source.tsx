import { counted } from "../../../parts/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { Release } from "../../../api/attack.ts";
import { type LogSource, type LogSourceEntry, logSourcesQuery } from "../../../api/coverage.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import fields from "../../../parts/filter-fields/filter-fields.module.css";
import { SearchField } from "../../../parts/filter-fields/filter-fields.tsx";
import tables from "../../../parts/table.module.css";
import styles from "../coverage-page.module.css";

export const FIND_ID = "log-source-search";
const MOST = 12;

type Kind = LogSourceEntry["kind"];

interface Props {
  search: string;
  release: Release;
  entries: readonly LogSourceEntry[];
  mayChange: boolean;
  onSearch: (text: string) => void;
  onAdd: (kind: Kind, name: string) => void;
}

interface Found {
  kind: Kind;
  name: string;
  channels: number;
  platforms: readonly string[];
  techniques: number;
}

/** Searches log sources and data components of the release, to add them to the list. */
export function FindSource({ search, release, entries, mayChange, onSearch, onAdd }: Props) {
  const wanted = useDeferredValue(search.trim());
  const known = useQuery({ ...logSourcesQuery(release), enabled: wanted !== "" });
  const all = useMemo(() => foundIn(known.data ?? []), [known.data]);
  const fit = useMemo(() => fitting(all, wanted), [all, wanted]);
  const isNamed = fit.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return (
    <section aria-label="Search in the release" className={styles.answer}>
      <div className={fields.filters}>
        <SearchField
          id={FIND_ID}
          hint="Log source, data component or platform, such as Sysmon"
          value={search}
          onChange={onSearch}
        />
      </div>
      {known.isError ? (
        <ErrorPane error={known.error} onRetry={() => void known.refetch()} />
      ) : null}
      {wanted === "" || known.data === undefined ? null : (
        <>
          <FoundTable
            found={fit.slice(0, MOST)}
            entries={entries}
            mayChange={mayChange}
            onAdd={onAdd}
          />
          <div className={styles.line}>
            <span role="status" className={styles.quiet}>
              {fit.length === 0
                ? "The release has nothing by this name."
                : `${fit.length} found${fit.length > MOST ? `, ${MOST} shown` : ""}`}
            </span>
            {mayChange && !isNamed ? (
              <button
                type="button"
                className={controls.button}
                onClick={() => onAdd("log_source", wanted)}
              >
                Add “{wanted}” anyway
              </button>
            ) : null}
          </div>
        </>
      )}
    </section>
  );
}

type TableProps = Pick<Props, "entries" | "mayChange" | "onAdd"> & { found: readonly Found[] };

function FoundTable({ found, entries, mayChange, onAdd }: TableProps) {
  if (found.length === 0) return null;
  const has = ({ kind, name }: Found) =>
    entries.some((one) => one.kind === kind && one.name.toLowerCase() === name.toLowerCase());
  return (
    <table className={`${tables.table} ${styles.found}`}>
      <thead>
        <tr>
          <th scope="col">In the release</th>
          <th scope="col" className={styles.wide}>
            Platforms
          </th>
          <th scope="col">Techniques</th>
          {mayChange ? <th scope="col">Collected</th> : null}
        </tr>
      </thead>
      <tbody>
        {found.map((one) => (
          <tr key={`${one.kind} ${one.name}`}>
            <th scope="row">
              {one.name}
              <span className={styles.below}>
                {one.kind === "component"
                  ? "Data component: all log sources that feed it"
                  : counted(one.channels, "channel")}
              </span>
            </th>
            <td className={styles.wide}>{one.platforms.join(", ")}</td>
            <td>{one.techniques}</td>
            {mayChange ? (
              <td>
                <button
                  type="button"
                  className={controls.button}
                  aria-label={`${has(one) ? "Add again" : "Add"} ${one.name}`}
                  onClick={() => onAdd(one.kind, one.name)}
                >
                  {has(one) ? "Add again" : "Add"}
                </button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the log sources of a release, and the data components that they provide. */
function foundIn(sources: readonly LogSource[]): Found[] {
  const components = Map.groupBy(
    sources.flatMap((source) => source.components.map(({ name }) => ({ name, source }))),
    ({ name }) => name,
  );
  return [
    ...sources.map(({ name, channels, platforms, techniques }) => ({
      kind: "log_source" as const,
      name,
      channels: channels.filter(({ channel }) => channel !== null).length,
      platforms,
      techniques: techniques.length,
    })),
    ...[...components].map(([name, fed]) => ({
      kind: "component" as const,
      name,
      channels: 0,
      platforms: [...new Set(fed.flatMap(({ source }) => source.platforms))].sort(),
      techniques: new Set(fed.flatMap(({ source }) => source.techniques)).size,
    })),
  ];
}

/** Returns those that match all words, the most needed first. */
function fitting(all: readonly Found[], wanted: string): Found[] {
  const words = wanted.toLowerCase().split(/\s+/u);
  return all
    .filter(({ name, platforms }) => {
      const text = `${name} ${platforms.join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => b.techniques - a.techniques || a.name.localeCompare(b.name));
}
