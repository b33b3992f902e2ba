import { metStateOf } from "../../api/problem.ts";

/** A change that was taken, and the state that it was made to. */
export interface Taken<T> {
  answer: T;
  from: string;
}

/**
 * Sends a change with the state that was looked at. Where others made another one of it, it is sent
 * for that, once, if it overwrites nothing of theirs.
 * @param isApart decides that from the current state of what is to be changed
 * @throws Problem
 */
export async function sendOn<T>(
  etag: string,
  send: (etag: string) => Promise<T>,
  isApart: (current: unknown) => boolean,
): Promise<Taken<T>> {
  try {
    return { answer: await send(etag), from: etag };
  } catch (error) {
    const met = metStateOf(error);
    if (met === null || !isApart(met.current)) throw error;
    return { answer: await send(met.etag), from: met.etag };
  }
}
