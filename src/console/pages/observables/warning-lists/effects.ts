import type { WarningList } from "../../../api/suppressions.ts";

/** The effect of a list on the values that it contains. */
export const EFFECTS: Readonly<Record<WarningList["effect"], string>> = {
  benign: "Suppressed as benign",
  shared: "Marked as a legitimate service",
  reference: "Suppressed as a reference",
  example: "Suppressed as an example",
  note: "Stored with a note",
};
