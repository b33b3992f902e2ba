import { useMemo } from "react";
import type { LogInventory, LogSourceEntry } from "../../../api/coverage.ts";
import { useKeptText } from "../../../parts/use-kept-text.ts";

/** A list that is being changed, kept in this browser until it is saved or given up. */
export interface Draft {
  /** What it was made from. */
  revision: number;
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
  const [kept, setKept] = useKeptText("log-inventory", "");
  const draft = useMemo(() => parseDraft(kept), [kept]);
  return {
    draft,
    entries: draft?.entries ?? stored?.entries ?? [],
    change: (entries: LogSourceEntry[]) => {
      if (stored === undefined) return;
      const { revision, base } = draft ?? { revision: stored.revision, base: stored.entries };
      const isSame = JSON.stringify(entries) === JSON.stringify(base);
      setKept(isSame ? "" : JSON.stringify({ revision, base, entries }));
    },
    discard: () => setKept(""),
    /** Puts what was changed here on top of what somebody else has stored meanwhile. */
    rebase: (theirs: LogInventory) => {
      if (draft === null) return;
      const entries = merge(draft, theirs.entries);
      setKept(JSON.stringify({ revision: theirs.revision, base: theirs.entries, entries }));
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
