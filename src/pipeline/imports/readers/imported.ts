import type { MarkedMatch, NewReport } from "../../intake/new-report.ts";
import type { AttributeCounts } from "./attribute-counts.ts";

/** The object of the import that something refers to. */
export interface Place {
  /** JSON pointer (RFC 6901). */
  pointer: string;
  type: string | null;
  id: string | null;
}

/** A report as a reader creates it. The writer decides where it is stored. */
export type ImportedReport = Omit<NewReport, "id" | "source_id" | "import_id"> & {
  foreign_key: string;
};

/** The result for one object, and the outcomes of its values, if any are counted. */
export type Imported = Place & { attributes?: AttributeCounts } & (
    | { outcome: "report"; report: ImportedReport }
    /** Belongs to the earlier report with this foreign key. */
    | { outcome: "attached"; to: string; matches: MarkedMatch[] }
    | { outcome: "ignored"; reason: string }
    /** A report that its source's keywords exclude, or an object that belongs to one. */
    | { outcome: "filtered"; reason: string }
    | { outcome: "failed"; reason: string }
    /** Part of an object is unusable. The rest of it is imported. */
    | { outcome: "flawed"; reason: string }
  );

/** A JSON stream, read in chunks. Each call starts from the beginning. */
export interface JsonSource {
  (): AsyncIterable<Uint8Array>;
  /** The largest value to extract, in bytes, if the platform limits it. */
  readonly maxValueBytes?: number;
}

/** Identification of an uploaded file. */
export interface SentFile {
  /** SHA-256 of the whole file, in hex. */
  key: string;
  /** Its name, if the sender gives one. */
  filename: string | null;
}

/** Approximate memory of an object's match, in characters. */
const MATCH_WEIGHT = 800;

/** Returns the approximate memory of a buffered object, in characters. */
export function weightOf(object: Imported): number {
  if (object.outcome === "attached") return object.matches.length * MATCH_WEIGHT;
  if (object.outcome !== "report") return 0;
  const { text, summary, indicators } = object.report;
  return text.length + summary.length + indicators.length * MATCH_WEIGHT;
}

/** Maximum weight buffered before it is stored: some megabytes. */
export const MAX_HELD_WEIGHT = 4_000_000;
