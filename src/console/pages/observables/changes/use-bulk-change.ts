import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type BulkChange, type BulkOutcome, changeObservables } from "../../../api/observables.ts";

const DONE: Record<BulkChange["action"], string> = {
  confirm: "confirmed",
  suppress: "suppressed",
  expire: "expired",
  tag: "tagged",
  untag: "without the tag",
};

/** Applies one change to observables, and refetches them. */
export function useBulkChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: BulkChange) => changeObservables(change),
    onSettled: () =>
      Promise.all(
        ["observables", "observable"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
}

/** Returns the outcome of a change as a sentence. */
export function describeOutcome(
  action: BulkChange["action"],
  { changed, unchanged, missing }: BulkOutcome,
): string {
  const parts = [
    `${changed} ${DONE[action]}`,
    ...(unchanged === 0 ? [] : [`${unchanged} already ${unchanged === 1 ? "was" : "were"}`]),
    ...(missing.length === 0
      ? []
      : [`${missing.length} ${missing.length === 1 ? "is" : "are"} not there any more`]),
  ];
  return `${parts.join(", ")}.`;
}
