import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { NamedRelease } from "../../../api/attack.ts";
import { combinationQuery, type SetOperation } from "../../../api/layers.ts";
import { type Combination, listOf } from "../search.ts";
import { countScores, highestScores, type Scores, setScores } from "./combine-scores.ts";
import type { Overlay } from "./overlay.ts";
import { operandOf, type OverlayRef, readRef } from "./overlay-ref.ts";
import { overlayQuery } from "./overlay-query.ts";

/** An overlay of the address: loaded, loading, or failed. */
export interface OverlayState {
  ref: OverlayRef;
  overlay: Overlay | undefined;
  error: Error | null;
}

/** Returns the overlays of the address. */
export function useOverlays(list: string | undefined, release: NamedRelease): OverlayState[] {
  const refs = useMemo(
    () => [...new Set(listOf(list))].flatMap((one) => readRef(one) ?? []),
    [list],
  );
  const read = useQueries({
    queries: refs.map((ref) => ({
      ...overlayQuery(ref, release),
      enabled: release.version !== "",
    })),
    combine: outcomes,
  });
  return useMemo(
    () => refs.map((ref, index) => ({ ref, ...(read[index] ?? NOT_READ) })),
    [refs, read],
  );
}

const NOT_READ = { overlay: undefined, error: null };

/** Returns the same list while nothing in it changes, which avoids rerendering. */
function outcomes(read: readonly { data: Overlay | undefined; error: Error | null }[]) {
  return read.map(({ data, error }) => ({ overlay: data, error }));
}

/** Returns the default combination of overlays: one by its scores, several by their count. */
export function combinationOf(
  asked: Combination | undefined,
  states: readonly OverlayState[],
): Combination {
  const [only] = states;
  const isScored = states.length === 1 && only?.overlay?.isScored === true;
  return asked ?? (isScored ? "highest" : "count");
}

const NONE: Scores = new Map();

/** Returns the colors of the matrix, and the error if the service failed to combine a set. */
export function useScores(
  states: readonly OverlayState[],
  combination: Combination,
  release: NamedRelease,
): { scores: Scores; error: Error | null } {
  const isSet = combination !== "count" && combination !== "highest" && states.length > 0;
  const operation: SetOperation = isSet ? combination : "union";
  const operands = states.map(({ ref }) => operandOf(ref));
  const set = useQuery({
    ...combinationQuery(operands, operation, release),
    enabled: isSet,
    placeholderData: keepPreviousData,
  });
  const overlays = useMemo(() => states.flatMap(({ overlay }) => overlay ?? []), [states]);
  const ids = set.data?.technique_ids;
  const scores = useMemo(() => {
    if (isSet) return ids === undefined ? NONE : setScores(ids);
    if (overlays.length === 0) return NONE;
    return combination === "count" ? countScores(overlays) : highestScores(overlays);
  }, [isSet, ids, overlays, combination]);
  return { scores, error: isSet ? set.error : null };
}
