import { metStateOf } from "../../api/problem.ts";

/** An accepted change, and the state on which it is based. */
export interface Taken<T> {
  answer: T;
  from: string;
}

/**
 * Sends a change based on the seen state. If someone else changed it since, sends it once more for the current
 * state, unless that would overwrite their change.
 * @param isApart decides that from the current state of the object
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
