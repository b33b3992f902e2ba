import { useCallback, useMemo, useState } from "react";

/** A change of the selection: one more or fewer, several more, or all up to one. */
export type Select =
  | { kind: "toggle"; id: string }
  | { kind: "add"; ids: readonly string[] }
  /** @param order the techniques in display order */
  | { kind: "range"; id: string; order: readonly string[] };

interface Selection {
  ids: ReadonlySet<string>;
  /** The start of a range: the technique that was selected last. */
  anchor: string | null;
}

const NONE: Selection = { ids: new Set(), anchor: null };

/** Returns the selected techniques. */
export function useSelection() {
  const [{ ids }, setSelection] = useState(NONE);
  const onSelect = useCallback(
    (select: Select) => setSelection((before) => afterSelect(before, select)),
    [],
  );
  const clear = useCallback(() => setSelection(NONE), []);
  return useMemo(() => ({ ids, onSelect, clear }), [ids, onSelect, clear]);
}

/** Returns the selection after a change. */
export function afterSelect(before: Selection, select: Select): Selection {
  const { ids, anchor } = before;
  if (select.kind === "add") {
    return { ids: new Set([...ids, ...select.ids]), anchor: select.ids.at(-1) ?? anchor };
  }
  if (select.kind === "toggle") {
    const others = new Set(ids);
    if (!others.delete(select.id)) others.add(select.id);
    return { ids: others, anchor: select.id };
  }
  return { ids: new Set([...ids, ...between(anchor, select.id, select.order)]), anchor: select.id };
}

/** Returns the techniques from one to another, both included. */
function between(from: string | null, to: string, order: readonly string[]): readonly string[] {
  const end = order.indexOf(to);
  const start = from === null ? -1 : order.indexOf(from);
  if (start === -1 || end === -1) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}
