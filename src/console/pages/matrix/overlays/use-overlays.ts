import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { combinationQuery, type Release, type SetOperation } from "../../../api/matrix.ts";
import { type Combination, listOf } from "../search.ts";
import { countScores, highestScores, type Scores, setScores } from "./combine-scores.ts";
import type { Overlay } from "./overlay.ts";
import { operandOf, type OverlayRef, readRef } from "./overlay-ref.ts";
import { overlayQuery } from "./overlay-query.ts";

/** An overlay of the address: read, being read, or refused. */
export interface OverlayState {
  ref: OverlayRef;
  overlay: Overlay | undefined;
  error: Error | null;
}

/** The overlays that the address names. */
export function useOverlays(list: string | undefined, release: Release): OverlayState[] {
  const refs = useMemo(() => listOf(list).flatMap((one) => readRef(one) ?? []), [list]);
  const read = useQueries({
    queries: refs.map((ref) => ({
      ...overlayQuery(ref, release),
      enabled: release.version !== "",
    })),
  });
  return refs.map((ref, index) => ({
    ref,
    overlay: read[index]?.data,
    error: read[index]?.error ?? null,
  }));
}

/** How overlays are combined where the address does not say: one by its scores, several by their count. */
export function combinationOf(asked: Combination | undefined, overlays: number): Combination {
  return asked ?? (overlays > 1 ? "count" : "highest");
}

const NONE: Scores = new Map();

/** The colours of the matrix, and what failed if the service was asked for a set. */
export function useScores(
  states: readonly OverlayState[],
  combination: Combination,
  release: Release,
): { scores: Scores; error: Error | null } {
  const isSet = combination !== "count" && combination !== "highest" && states.length > 0;
  const operation: SetOperation = isSet ? combination : "union";
  const operands = states.map(({ ref }) => operandOf(ref));
  const set = useQuery({ ...combinationQuery(operands, operation, release), enabled: isSet });
  const overlays = useSame(states.flatMap(({ overlay }) => overlay ?? []));
  const ids = set.data?.technique_ids;
  const scores = useMemo(() => {
    if (isSet) return ids === undefined ? NONE : setScores(ids);
    if (overlays.length === 0) return NONE;
    return combination === "count" ? countScores(overlays) : highestScores(overlays);
  }, [isSet, ids, overlays, combination]);
  return { scores, error: isSet ? set.error : null };
}

/** The list of before while its members are the same, so that nothing is drawn anew for it. */
function useSame(overlays: readonly Overlay[]): readonly Overlay[] {
  // The members are the dependencies, however many there are: their ids are compared as one text.
  const key = overlays.map(stampOf).join(" ");
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => overlays, [key]);
}

const stamps = new WeakMap<Overlay, number>();
let last = 0;

/** A number for each overlay that was read. */
function stampOf(overlay: Overlay): number {
  const known = stamps.get(overlay);
  if (known !== undefined) return known;
  last += 1;
  stamps.set(overlay, last);
  return last;
}
