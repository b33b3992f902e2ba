import { toPlain } from "./plain-text.ts";

/** What is read of an object of a bundle. */
export interface StixObject {
  type: string;
  id: string;
  relationship_type?: string;
  description?: string;
}

/** Texts of a bundle by which defenders are told what to do or to look for, sorted. */
export function guidanceOf(objects: readonly StixObject[]): string[] {
  return objects
    .filter(
      ({ type, relationship_type: kind }) =>
        type === "course-of-action" || type === "x-mitre-analytic" || kind === "mitigates",
    )
    .flatMap(({ description }) => (description === undefined ? [] : [toPlain(description)]))
    .sort();
}
