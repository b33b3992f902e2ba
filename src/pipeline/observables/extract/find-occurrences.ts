import type { Occurrence } from "../found.ts";
import { extractObservables } from "./extract-observables.ts";

/**
 * Where the values of a text stand, in the order of `start`.
 * For the time being those alone that are written as they are read: the whole reading replaces this file.
 */
export function findOccurrences(text: string): Occurrence[] {
  return extractObservables(text)
    .flatMap((match) => {
      const start = text.indexOf(match.value);
      const end = start + match.value.length;
      const place = { start, end, defanged: false, label: null, joined: false, host_of: null };
      return start === -1 ? [] : [{ ...match, ...place }];
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
}
