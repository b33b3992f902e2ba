import { noCounts, type ObservableCounts } from "../intake/submit-reports.ts";
import type { Imported } from "./readers/imported.ts";
import type { ImportError, ImportResult } from "./schema.ts";

const LISTED_ERRORS = 1_000;

/** The sums of an import. */
export class ImportTally {
  readonly counts = { ...noCounts(), items_seen: 0, items_created: 0, duplicates: 0 };
  errorCount = 0;
  readonly #types = new Map<string, number>();
  readonly #errors: ImportError[] = [];

  /** Counts an object by its type, and its fault if it has one. */
  note(object: Imported): void {
    const { pointer, id, outcome } = object;
    const type = object.type ?? "unknown";
    // What a reader adds of its own has no place in what was sent.
    const isSent = pointer !== "" || id !== null;
    if (isSent && outcome !== "flawed") this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (outcome !== "failed" && outcome !== "flawed") return;
    if (outcome === "failed") this.counts.items_seen += 1;
    this.errorCount += 1;
    if (this.#errors.length < LISTED_ERRORS) {
      this.#errors.push({ pointer, id, reason: object.reason });
    }
  }

  /** Counts a report that was entered, or that was known. */
  report(created: boolean): void {
    this.counts.items_seen += 1;
    if (created) this.counts.items_created += 1;
    else this.counts.duplicates += 1;
  }

  add(counts: ObservableCounts): void {
    for (const name of Object.keys(counts) as (keyof ObservableCounts)[]) {
      this.counts[name] += counts[name];
    }
  }

  result(importId: string | null): ImportResult {
    return {
      import_id: importId,
      ...this.counts,
      objects_by_type: Object.fromEntries(this.#types),
      errors: this.#errors,
      error_count: this.errorCount,
    };
  }
}
