import { useMemo } from "react";
import type { LogInventory, LogSourceEntry } from "../../../api/coverage.ts";
import { useDraftText } from "../../../parts/use-draft-text.ts";

/** A list that is being changed, kept in this browser until it is saved or given up. */
export interface Draft {
  /** The state that it was made from, and what was in it. */
  etag: string;
  base: LogSourceEntry[];
  entries: LogSourceEntry[];
}

/** An entry with nothing but its name. */
export function newEntry(kind: LogSourceEntry["kind"], name: string): LogSourceEntry {
  return {
    kind,
    name,
    channels: [],
    platforms: [],
    note: "",
    since: null,
    products: [],
    quality: null,
  };
}

/** The list as it is changed here, if it is, and how to change it. */
export function useDraft(stored: LogInventory | undefined) {
  const [kept, setKept] = useDraftText("log-inventory", "");
  const draft = useMemo(() => parseDraft(kept), [kept]);
  return {
    draft,
    entries: draft?.entries ?? stored?.entries ?? [],
    change: (entries: LogSourceEntry[]) => {
      if (stored === undefined) return;
      const { etag, base } = draft ?? { etag: stored.etag, base: stored.entries };
      const isSame = JSON.stringify(entries) === JSON.stringify(base);
      setKept(isSame ? "" : JSON.stringify({ etag, base, entries }));
    },
    discard: () => setKept(""),
    /** Puts what was changed here on top of what somebody else has stored meanwhile. */
    rebase: (theirs: LogInventory) => {
      if (draft === null) return;
      const entries = merge(draft, theirs.entries);
      setKept(JSON.stringify({ etag: theirs.etag, base: theirs.entries, entries }));
    },
  };
}

/** What was added, changed and removed here, done to another list. */
export function merge({ base, entries }: Draft, theirs: readonly LogSourceEntry[]) {
  const texts = (list: readonly LogSourceEntry[]) =>
    new Set(list.map((one) => JSON.stringify(one)));
  const [before, after, other] = [texts(base), texts(entries), texts(theirs)];
  const kept = theirs.filter((one) => {
    const text = JSON.stringify(one);
    return !before.has(text) || after.has(text);
  });
  const added = entries.filter((one) => {
    const text = JSON.stringify(one);
    return !before.has(text) && !other.has(text);
  });
  return [...kept, ...added];
}

/** What a list has that another has not, in words. */
export function describeDifference(
  base: readonly LogSourceEntry[],
  entries: readonly LogSourceEntry[],
): string {
  const names = (list: readonly LogSourceEntry[]) => new Set(list.map(({ name }) => name));
  const [before, after] = [names(base), names(entries)];
  const texts = new Set(base.map((one) => JSON.stringify(one)));
  const changed = entries.filter((one) => before.has(one.name) && !texts.has(JSON.stringify(one)));
  const said = [
    ["added", [...after].filter((name) => !before.has(name))],
    ["removed", [...before].filter((name) => !after.has(name))],
    ["changed", [...names(changed)]],
  ] as const;
  const parts = said.flatMap(([what, list]) =>
    list.length === 0 ? [] : [`${what}: ${shortList(list)}`],
  );
  return parts.join("; ") || "nothing changed";
}

const MAX_NAMED = 5;

function shortList(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Whatever the browser kept may be of another version of this page. */
function parseDraft(kept: string): Draft | null {
  if (kept === "") return null;
  try {
    const draft = JSON.parse(kept) as Draft;
    return Array.isArray(draft.entries) && Array.isArray(draft.base) ? draft : null;
  } catch {
    return null;
  }
}
