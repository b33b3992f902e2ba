import { counted } from "../../parts/counted.ts";
import type { FileKind, Import, ReceiptOutcome } from "../../api/imports.ts";

export const KIND_NAMES: Record<Import["kind"], string> = {
  stix: "STIX bundle",
  sharing_events: "MISP events",
  ml_matrix: "ATLAS matrix",
  rules: "Detection rules",
};

/** Returns the name of an import: its file, or its content if the sender gave no file name. */
export function nameOf({ filename, title, kind, items_created, duplicates }: Import): string {
  if (filename !== null) return filename;
  if (title === null) return KIND_NAMES[kind];
  const others = items_created + duplicates - 1;
  return others > 0 ? `${title} and ${counted(others, "other report")}` : title;
}

/** The accepted file name extensions, for the file dialog. */
export const ENDINGS = ".json,.yaml,.yml,.gz";

interface OutcomeWords {
  name: string;
  means: string;
}

export const OUTCOMES: Record<ReceiptOutcome, OutcomeWords> = {
  failed: { name: "Failed", means: "The object could not be imported." },
  created: { name: "Created", means: "" },
  updated: { name: "Updated", means: "Replaced an older version." },
  attached: {
    name: "Part of a report",
    means: "Its values were added to a report of the same file.",
  },
  duplicate: { name: "Duplicate", means: "The report was already known." },
  unchanged: { name: "Unchanged", means: "This version was already stored." },
  ignored: { name: "Skipped", means: "Contains nothing to import." },
  filtered: { name: "Filtered out", means: "The words of the source left the report out." },
  passed_over: { name: "No rule", means: "The file contains no rule." },
};

/** Other pages' names for the kinds of files. */
const OTHER_NAMES: Record<string, FileKind> = { misp: "sharing_events", atlas: "ml_matrix" };
export const HANDED_KINDS = ["stix", "misp", "atlas"];

export function kindOf(name: string): FileKind {
  return OTHER_NAMES[name] ?? "stix";
}

/** Capitalizes a reason, which the service gives as the end of a sentence about the object. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
