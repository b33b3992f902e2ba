import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useDeferredValue, useMemo } from "react";
import { tacticsQuery, techniquesQuery } from "../../../api/attack.ts";
import { type TechniqueCounts, techniqueCountsQuery } from "../../../api/evidence.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { ReleasePicker } from "../../../parts/release-picker/release-picker.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { countMatches, familiesOf, isNarrowed, type Listed, type Wanted } from "./families.ts";
import { TechniqueFilters } from "./technique-filters.tsx";
import { TechniqueTree } from "./technique-tree.tsx";
import styles from "./techniques.module.css";

const route = getRouteApi("/techniques");
const NO_TECHNIQUES: readonly Listed[] = [];
const NO_COUNTS: ReadonlyMap<string, TechniqueCounts> = new Map();
const ALL: Wanted = {
  search: "",
  tactic: "",
  platform: "",
  isSeen: false,
  hasRule: false,
  order: "id",
};

/** Preserves the scroll position at the list. */
const IN_PLACE = { replace: true, resetScroll: false } as const;

/** The techniques of a release as a tree, with this workspace's reports and rules for each. */
export function TechniquesPage() {
  const { domain, version, seen, ruled, ...given } = route.useSearch();
  const { search = "", tactic = "", platform = "", order = "id" } = given;
  const navigate = route.useNavigate();
  const release = useMemo(() => ({ domain, version }), [domain, version]);
  const techniques = useQuery(techniquesQuery(release));
  const tactics = useQuery(tacticsQuery(release)).data ?? [];
  const counts = useQuery(techniqueCountsQuery).data ?? NO_COUNTS;
  const all = techniques.data ?? NO_TECHNIQUES;
  const wanted: Wanted = {
    search,
    tactic,
    platform,
    isSeen: seen === "true",
    hasRule: ruled === "true",
    order,
  };
  const change = (part: Partial<Wanted>) =>
    void navigate({ ...IN_PLACE, search: (now) => withoutEmpty({ ...now, ...searchOf(part) }) });
  return (
    <Page
      title="Techniques"
      lead="What adversaries do, by ATT&CK, with your evidence and your rules for each technique."
      action={
        <ReleasePicker
          domain={domain}
          version={version}
          onChange={(to) => void navigate({ ...IN_PLACE, search: (now) => ({ ...now, ...to }) })}
        />
      }
    >
      <TechniqueFilters
        wanted={wanted}
        tactics={tactics}
        platforms={useMemo(() => platformsOf(all), [all])}
        onChange={change}
      />
      {techniques.isError ? (
        <ErrorPane error={techniques.error} onRetry={() => void techniques.refetch()} />
      ) : null}
      {techniques.isPending ? <Skeleton what="the techniques" lines={14} /> : null}
      {techniques.data === undefined ? null : (
        <Found
          all={all}
          counts={counts}
          wanted={wanted}
          tactics={tactics}
          release={release}
          onChange={change}
        />
      )}
    </Page>
  );
}

interface FoundProps {
  all: readonly Listed[];
  counts: ReadonlyMap<string, TechniqueCounts>;
  wanted: Wanted;
  tactics: readonly { shortname: string; name: string }[];
  release: { domain: string | undefined; version: string | undefined };
  onChange: (part: Partial<Wanted>) => void;
}

function Found({ all, counts, wanted: now, tactics, release, onChange }: FoundProps) {
  const { search, tactic, platform, isSeen, hasRule, order } = now;
  const wanted = useDeferredValue(
    useMemo(
      () => ({ search, tactic, platform, isSeen, hasRule, order }),
      [search, tactic, platform, isSeen, hasRule, order],
    ),
  );
  const families = useMemo(() => familiesOf(all, counts, wanted), [all, counts, wanted]);
  const tacticNames = useMemo(
    () => new Map(tactics.map(({ shortname, name }) => [shortname, name])),
    [tactics],
  );
  const isFiltered = isNarrowed(wanted);
  const found = countMatches(families);
  const status = (
    <>
      <span role="status">
        {isFiltered ? `${found} of ${all.length} techniques` : `${all.length} techniques`}
      </span>
      {isFiltered ? (
        <button
          type="button"
          className={controls.plain}
          onClick={() => onChange({ ...ALL, order })}
        >
          Clear the filters
        </button>
      ) : null}
    </>
  );
  if (families.length === 0) {
    return (
      <>
        <div className={styles.status}>{status}</div>
        <p>{emptyText(wanted)}</p>
      </>
    );
  }
  return (
    <TechniqueTree
      families={families}
      isOpen={isFiltered}
      order={order}
      onOrder={(by) => onChange({ order: by })}
      tacticNames={tacticNames}
      release={release}
      status={status}
    />
  );
}

function emptyText({ isSeen, hasRule }: Wanted): string {
  if (isSeen) {
    return "No analyzed report shows a technique like this. Analyze a report, or clear a filter.";
  }
  return hasRule
    ? "No rule names a technique like this. Draft a rule on the page of a technique, or import your rules."
    : "No technique of this release matches. Clear a filter, or choose another release.";
}

function platformsOf(techniques: readonly Listed[]): string[] {
  return [...new Set(techniques.flatMap(({ platforms }) => platforms))].sort((a, b) =>
    a.localeCompare(b),
  );
}

/** Returns a part of the filters for the address. */
function searchOf({ isSeen, hasRule, ...part }: Partial<Wanted>) {
  return {
    ...part,
    ...(isSeen === undefined ? {} : { seen: isSeen ? "true" : "" }),
    ...(hasRule === undefined ? {} : { ruled: hasRule ? "true" : "" }),
  };
}

function withoutEmpty<T extends object>(search: T): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== "")) as T;
}
