import { keepPreviousData, useIsFetching, useQueries, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { campaignsQuery, groupsQuery } from "../../../api/actors.ts";
import { techniquesQuery, versionsQuery } from "../../../api/attack.ts";
import { observablesQuery } from "../../../api/observables.ts";
import { sessionsQuery } from "../../../api/sessions.ts";
import { softwareListQuery } from "../../../api/software.ts";
import { searchFor } from "../../../parts/observable-link.tsx";
import { useRole } from "../../../parts/use-role.ts";
import { isFor, SECTIONS } from "../pages.ts";
import { type Entry, rankEntries, rankOf } from "./rank-entries.ts";

/** Queries of the palette itself, by the first part of their key. */
const TOPICS = new Set<unknown>(["groups", "campaigns", "techniques", "software", "sessions"]);
const MOST = 8;
const MOST_BEFORE_TYPING = 5;

export interface Section {
  value: string;
  items: Entry[];
}

const pageEntries = (isAdmin: boolean) =>
  SECTIONS.flatMap(({ name: section, pages }) =>
    pages.filter(isFor(isAdmin)).map(({ to, name }) => ({
      key: `page ${to}`,
      id: "",
      name,
      // Pages such as "Queue" are known by their section.
      aliases: name === section ? [] : [section],
      path: to,
    })),
  );

/** Returns matches by kind: pages, sessions, and the objects of each current release. */
export function useEntries(typed: string): { sections: Section[]; isReading: boolean } {
  const wanted = useDeferredValue(typed);
  const sessions = useSessions(wanted.trim());
  const known = useKnownValue(wanted.trim());
  const { groups, campaigns, techniques, software, isReading } = useKnowledge();
  const isAdmin = useRole() === "admin";
  const sections = useMemo(() => {
    const fit = (value: string, entries: readonly Entry[]) => ({
      value,
      items: rankEntries(entries, wanted, MOST),
    });
    const before = [fit("Pages", pageEntries(isAdmin)), { value: "Reports", items: sessions }];
    if (wanted.trim() === "") return before;
    const all = [
      ...before,
      { value: "Vulnerabilities", items: cveEntries(wanted) },
      { value: "Observables", items: [...known, ...searchEntries(wanted)] },
      fit("Groups", groups),
      fit("Techniques", techniques),
      fit("Software", software),
      fit("Campaigns", campaigns),
    ];
    // A fully typed id or name comes first, before sessions that only mention it.
    const best = ({ items: [first] }: Section) => (first === undefined ? 0 : rankOf(first, wanted));
    return all.sort((a, b) => best(a) - best(b));
  }, [wanted, isAdmin, sessions, known, groups, techniques, software, campaigns]);
  return { sections: sections.filter(({ items }) => items.length > 0), isReading };
}

const CVE = /^CVE-\d{4}-\d{4,19}$/iu;

/** Returns an entry for any CVE id, because every CVE has a page even if no report mentions it. */
function cveEntries(typed: string): Entry[] {
  const id = typed.trim().toUpperCase();
  if (!CVE.test(id)) return [];
  return [
    { key: `cve ${id}`, id: "", name: id, aliases: ["CVE page"], path: `/vulnerabilities/${id}` },
  ];
}

const MIN_VALUE_CHARS = 3;
const MAX_VALUE_CHARS = 2048;

/** Returns the observable with exactly the typed value, defanged or not. */
function useKnownValue(typed: string): Entry[] {
  const isValue = typed.length >= MIN_VALUE_CHARS && typed.length <= MAX_VALUE_CHARS;
  const query = { value: typed, limit: 1, offset: 0 };
  const { data } = useQuery({ ...observablesQuery(query), enabled: isValue });
  return useMemo(
    () =>
      (data?.items ?? []).map(({ id, kind, normalized_value: value }) => ({
        key: `observable ${id}`,
        id: kind,
        name: value,
        // The typed text may be another form of it, such as a defanged one.
        aliases: typed === value ? [] : [typed],
        path: `/observables/${id}`,
      })),
    [data, typed],
  );
}

/** Text like an address, a hash, a path or a CVE is searched among the observables. */
const OBSERVABLE = /^(?!TA?\d{4})(?:\S+\.\]?\w\S*|\S*[:\\/@]\S*|CVE-\d\S*|[\da-f]{32,})$/iu;

function searchEntries(typed: string): Entry[] {
  const wanted = searchFor(typed.trim());
  if (!OBSERVABLE.test(wanted)) return [];
  const path = `/observables?q=${encodeURIComponent(wanted)}`;
  return [{ key: "observables", id: "", name: `Observables with ${wanted}`, path }];
}

/** Returns sessions, searched by the service because there may be many. Without a word, returns the newest. */
function useSessions(wanted: string): Entry[] {
  const limit = wanted === "" ? MOST_BEFORE_TYPING : MOST;
  const query = { ...(wanted === "" ? {} : { search: wanted.slice(0, 100) }), limit, offset: 0 };
  const { data } = useQuery({ ...sessionsQuery(query), placeholderData: keepPreviousData });
  return useMemo(
    () =>
      (data?.items ?? []).map(({ session_id, title }) => ({
        key: `session ${session_id}`,
        id: "",
        name: title,
        path: `/sessions/${session_id}`,
      })),
    [data],
  );
}

/**
 * Returns groups, campaigns, techniques and software of the current release of each domain, without duplicate
 * ids.
 */
function useKnowledge() {
  const { data: versions = [], isPending } = useQuery(versionsQuery);
  const isReading = useIsFetching({ predicate: ({ queryKey: [topic] }) => TOPICS.has(topic) }) > 0;
  const releases = versions
    .filter(({ is_current }) => is_current)
    .map(({ domain }) => ({ domain }));
  const groups = useQueries({
    queries: releases.map(groupsQuery),
    combine: (results) => entriesOf(releases, results, "/groups/"),
  });
  const campaigns = useQueries({
    queries: releases.map(campaignsQuery),
    combine: (results) => entriesOf(releases, results, "/campaigns/"),
  });
  const techniques = useQueries({
    queries: releases.map(techniquesQuery),
    combine: (results) => entriesOf(releases, results, "/techniques/"),
  });
  const software = useQueries({
    queries: releases.map(softwareListQuery),
    combine: (results) => entriesOf(releases, results, "/software/"),
  });
  return { groups, campaigns, techniques, software, isReading: isPending || isReading };
}

interface Named {
  attack_id: string;
  name: string;
  aliases?: readonly string[];
}

function entriesOf(
  releases: readonly { domain: string }[],
  results: readonly { data?: readonly Named[] | undefined }[],
  path: string,
): Entry[] {
  const byId = new Map<string, Entry>();
  for (const [index, { data = [] }] of results.entries()) {
    const domain = releases[index]?.domain ?? "";
    for (const { attack_id: id, name, aliases = [] } of data) {
      const at = `${path}${id}?domain=${domain}`;
      if (!byId.has(id)) byId.set(id, { key: `${path}${id}`, id, name, aliases, path: at });
    }
  }
  return [...byId.values()];
}
