import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../../../api/client.ts";
import { changeObservable, type Observable } from "../../../api/observables.ts";
import { suppressLater, usePendingSuppressions } from "../changes/pending-suppressions.ts";
import { describeOutcome, useBulkChange } from "../changes/use-bulk-change.ts";
import { defang } from "../shown/defang.ts";
import { plainValue, shortValue } from "../shown/plain-value.ts";

/** Returns the decisions on one observable. */
export function useDecisions(observable: Observable) {
  const { id, kind } = observable;
  const queries = useQueryClient();
  const bulk = useBulkChange();
  const [said, setSaid] = useState("");
  const isGoing = usePendingSuppressions().some(
    ({ ids, error }) => error === null && ids.includes(id),
  );
  const change = useMutation({
    mutationFn: (body: Schema<"ObservableChange">) => changeObservable(id, body),
    onSettled: () =>
      Promise.all(
        ["observables", "observable"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const act = (action: "confirm" | "expire") => () => {
    setSaid("");
    bulk.mutate(
      { action, observable_ids: [id] },
      { onSuccess: (outcome) => setSaid(describeOutcome(action, outcome)) },
    );
  };
  return {
    said,
    isGoing,
    isPending: bulk.isPending || change.isPending,
    error: bulk.error ?? change.error,
    confirm: act("confirm"),
    expire: act("expire"),
    change: change.mutate,
    suppress: () => {
      const label = shortValue(defang(kind, plainValue(observable)));
      if (!isGoing) suppressLater(queries, { ids: [id], label });
    },
  };
}
export type Decisions = ReturnType<typeof useDecisions>;
