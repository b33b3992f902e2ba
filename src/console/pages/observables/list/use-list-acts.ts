import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BulkChange, Observable } from "../../../api/observables.ts";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { suppressLater } from "../changes/pending-suppressions.ts";
import { describeOutcome, useBulkChange } from "../changes/use-bulk-change.ts";
import { defang } from "../shown/defang.ts";
import { plainValue, shortValue } from "../shown/plain-value.ts";
import type { Act } from "./bulk-bar.tsx";
import { type Chosen, linkId } from "../../../parts/use-chosen.ts";

/** Returns actions on the selected observables, or on the current one without a selection. */
export function useListActs(items: readonly Observable[], chosen: Chosen) {
  const queries = useQueryClient();
  const bulk = useBulkChange();
  const [said, setSaid] = useState("");
  const targets = (): readonly string[] => {
    // A row that had the focus earlier may no longer be visible.
    const at = chosen.focused();
    return chosen.ids.length > 0 || at === undefined ? chosen.ids : [at];
  };
  const change = (body: BulkChange) => {
    if (body.observable_ids.length === 0) return;
    setSaid("");
    bulk.mutate(body, {
      onSuccess: (outcome) => setSaid(describeOutcome(body.action, outcome)),
    });
  };
  const suppress = (ids: readonly string[]) => {
    const first = items.find(({ id }) => ids.includes(id));
    if (first === undefined) return;
    setSaid("");
    goToNeighbour(items, ids);
    suppressLater(queries, {
      ids,
      label: shortValue(defang(first.kind, plainValue(first))),
    });
  };
  return {
    bulk,
    said,
    change,
    act: (act: Act) => {
      if (act === "suppress") suppress(targets());
      else change({ action: act, observable_ids: [...targets()] });
    },
    tag: (action: "tag" | "untag", tag: string) =>
      change({ action, observable_ids: [...chosen.ids], tags: [tag] }),
  };
}

/** Moves the focus from removed rows to the next remaining one, or the last before them. */
function goToNeighbour(items: readonly Observable[], gone: readonly string[]): void {
  const stays = ({ id }: Observable) => !gone.includes(id);
  const first = items.findIndex((one) => !stays(one));
  const next = items.slice(first).find(stays) ?? items.slice(0, first).findLast(stays);
  if (next === undefined) document.getElementById("main")?.focus();
  else focusSoon(linkId(next.id));
}
