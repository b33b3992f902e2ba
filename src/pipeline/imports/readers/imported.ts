import type { MarkedMatch, NewReport } from "../../intake/new-report.ts";
import type { AttributeCounts } from "./attribute-counts.ts";

/** Which object of the import something is about. */
export interface Place {
  /** JSON pointer (RFC 6901). */
  pointer: string;
  type: string | null;
  id: string | null;
}

/** A report as a reader makes it; where it goes is the writer's concern. */
export type ImportedReport = Omit<NewReport, "id" | "source_id" | "import_id"> & {
  foreign_key: string;
};

/** What a reader found in one object, and what became of the values that it holds, if any are counted. */
export type Imported = Place & { attributes?: AttributeCounts } & (
    | { outcome: "report"; report: ImportedReport }
    /** Belongs to the report with this foreign key, which came before. */
    | { outcome: "attached"; to: string; matches: MarkedMatch[] }
    | { outcome: "ignored"; reason: string }
    /** A report that the words of its source leave out, and what belongs to it. */
    | { outcome: "filtered"; reason: string }
    | { outcome: "failed"; reason: string }
    /** Part of an object cannot be used; the rest of it is imported. */
    | { outcome: "flawed"; reason: string }
  );

/** A stream of JSON, read piece by piece; asked again, it begins anew. */
export interface JsonSource {
  (): AsyncIterable<Uint8Array>;
  /** The largest value that is read out of it, in bytes, where the platform bounds it. */
  readonly maxValueBytes?: number;
}

/** What identifies a file that was sent. */
export interface SentFile {
  /** SHA-256 of the whole, in hex. */
  key: string;
  /** Its name, where the sender gives one. */
  filename: string | null;
}

/** Characters that an object's match takes about as much memory as. */
const MATCH_WEIGHT = 800;

/** What an object takes of memory while it is held, in characters, roughly. */
export function weightOf(object: Imported): number {
  if (object.outcome === "attached") return object.matches.length * MATCH_WEIGHT;
  if (object.outcome !== "report") return 0;
  const { text, summary, indicators } = object.report;
  return text.length + summary.length + indicators.length * MATCH_WEIGHT;
}

/** How much is held before it is stored: some megabytes. */
export const MAX_HELD_WEIGHT = 4_000_000;
