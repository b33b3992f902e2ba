import { useMemo } from "react";
import type { LogInventory, LogSourceEntry } from "../../../api/coverage.ts";
import { useDraftText } from "../../../parts/use-draft-text.ts";

/** A list with unsaved changes, stored in this browser until it is saved or discarded. */
export interface Draft {
  /** The state that it is based on, and its content. */
  etag: string;
  base: LogSourceEntry[];
  entries: LogSourceEntry[];
}

/** Returns an entry with only a name. */
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

/** Returns the edited list, if any, and functions to change it. */
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
    /** Applies the changes made here to the list that someone else has stored in the meantime. */
    rebase: (theirs: LogInventory) => {
      if (draft === null) return;
      const entries = merge(draft, theirs.entries);
      setKept(JSON.stringify({ etag: theirs.etag, base: theirs.entries, entries }));
    },
  };
}

/** Applies the entries added, changed and removed here to another list. */
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

/** Describes how a list differs from another. */
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

/** Parses a stored draft, which may be from another version of this page. */
function parseDraft(kept: string): Draft | null {
  if (kept === "") return null;
  try {
    const draft = JSON.parse(kept) as Draft;
    return Array.isArray(draft.entries) && Array.isArray(draft.base) ? draft : null;
  } catch {
    return null;
  }
}
