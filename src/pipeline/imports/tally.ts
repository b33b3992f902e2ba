import { AppError } from "../../platform/lib/errors.ts";
import { noCounts, type ObservableCounts } from "../intake/observable-counts.ts";
import { addAttributes, noAttributes } from "./readers/attribute-counts.ts";
import type { Imported } from "./readers/imported.ts";
import type { DuplicateOf, ImportError, ImportResult, PreviewedReport } from "./schema.ts";

const LISTED_ERRORS = 1_000;
const LISTED_DUPLICATES = 1_000;
const LISTED_REPORTS = 100;
/** Maximum number of failed entries without an ID. Otherwise 1 MB of numbers would leave 500,000 receipts. */
const MAX_NAMELESS = 10_000;
/** Maximum number of types counted separately. Further types are counted together. */
const LISTED_TYPES = 200;
const OTHER_TYPES = "other";

/** The totals of an import. */
export class ImportTally {
  readonly counts = { ...noCounts(), items_seen: 0, items_created: 0, duplicates: 0 };
  errorCount = 0;
  #failed = 0;
  #nameless = 0;
  readonly #attributes = noAttributes();
  readonly #types = new Map<string, number>();
  readonly #errors: ImportError[] = [];
  readonly #duplicates: DuplicateOf[] = [];
  readonly #reports: PreviewedReport[] = [];

  /**
   * Counts an object by its type, its values, and its fault if it has one.
   * @throws AppError `validation_error` for too many that failed and have no ID
   */
  note(object: Imported): void {
    if (object.attributes !== undefined) addAttributes(this.#attributes, object.attributes);
    const { pointer, id, outcome } = object;
    const known = object.type ?? "unknown";
    const isListed = this.#types.has(known) || this.#types.size < LISTED_TYPES;
    const type = isListed ? known : OTHER_TYPES;
    // Objects that a reader adds do not exist in the upload.
    const isSent = pointer !== "" || id !== null;
    if (isSent && outcome !== "flawed") this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (outcome !== "failed" && outcome !== "flawed") return;
    if (outcome === "failed") {
      this.counts.items_seen += 1;
      this.#failed += 1;
      if (object.id === null) this.#nameless += 1;
    }
    this.errorCount += 1;
    if (this.#errors.length < LISTED_ERRORS) {
      this.#errors.push({ pointer, id, type: object.type, reason: object.reason });
    }
    if (this.#nameless > MAX_NAMELESS) {
      const detail = `More than ${MAX_NAMELESS} entries of this have no id, such as ${pointer}, which ${object.reason}; send a file of the kind that is imported.`;
      throw new AppError("validation_error", detail);
    }
  }

  /** Counts a report that was entered. */
  created(): void {
    this.counts.items_seen += 1;
    this.counts.items_created += 1;
  }

  /** Counts a duplicate report, and lists the one that it repeats. */
  duplicate(of: DuplicateOf): void {
    this.counts.items_seen += 1;
    this.counts.duplicates += 1;
    if (this.#duplicates.length < LISTED_DUPLICATES) this.#duplicates.push(of);
  }

  /** Lists a report of a dry run. */
  preview(report: PreviewedReport): void {
    if (this.#reports.length < LISTED_REPORTS) this.#reports.push(report);
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
      items_failed: this.#failed,
      duplicates_of: this.#duplicates,
      reports: this.#reports,
      attributes: this.#attributes,
      objects_by_type: Object.fromEntries(this.#types),
      errors: this.#errors,
      error_count: this.errorCount,
    };
  }
}
