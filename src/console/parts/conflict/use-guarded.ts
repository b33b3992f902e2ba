import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useCallback } from "react";
import { type MetState, metStateOf } from "../../api/problem.ts";

/** A change, and the state that it is based on. */
export interface Guarded<Wanted> {
  wanted: Wanted;
  etag: string;
}

/** A change that conflicts with a newer state, and the two ways to resolve it. */
export interface Conflict<Wanted> extends MetState {
  wanted: Wanted;
  keepTheirs: () => void;
  applyMine: () => void;
}

/**
 * Sends a mutation of something that others change too, with the state that the user saw. A newer state is a
 * conflict, not an error.
 * @param etag of what is shown
 */
export function useGuarded<Wanted, Answer, Context = unknown>(
  etag: string,
  options: UseMutationOptions<Answer, Error, Guarded<Wanted>, Context>,
) {
  const mutation = useMutation(options);
  const { variables: sent, mutate, reset } = mutation;
  const met = metStateOf(mutation.error);
  const conflict: Conflict<Wanted> | null =
    met === null || sent === undefined
      ? null
      : {
          ...met,
          wanted: sent.wanted,
          keepTheirs: reset,
          applyMine: () => mutate({ wanted: sent.wanted, etag: met.etag }),
        };
  return {
    ...mutation,
    error: met === null ? mutation.error : null,
    conflict,
    /** @param at the state that the user saw; default: the displayed one */
    send: useCallback((wanted: Wanted, at = etag) => mutate({ wanted, etag: at }), [mutate, etag]),
  };
}
