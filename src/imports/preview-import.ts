import type { Context } from "../context.ts";
import { keysOf, matchesOf, type NewReport, noCounts } from "../intake/submit-reports.ts";
import { suppressionOf } from "../observables/suppress.ts";
import { keyOf } from "../observables/vocabulary.ts";
import type { RuledMatch } from "../observables/match-store.ts";
import type { Imported } from "./readers/imported.ts";
import type { ImportError, ImportResult } from "./schema.ts";

const STEP = 100;
const LISTED_ERRORS = 1_000;

/** Counts what an import would bring in, and stores nothing. */
export class ImportPreview {
  readonly #context: Context;
  readonly #counts = { ...noCounts(), items_seen: 0, items_created: 0, duplicates: 0 };
  readonly #types = new Map<string, number>();
  readonly #errors: ImportError[] = [];
  #errorCount = 0;
  #reports: NewReport[] = [];
  #matches: RuledMatch[] = [];
  /** Keys of reports and observables that this import itself would have brought in. */
  readonly #entered = new Set<string>();
  readonly #found = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  async add(object: Imported): Promise<void> {
    const { pointer, id, type } = object;
    if (pointer !== "" || id !== null) {
      this.#types.set(type ?? "unknown", (this.#types.get(type ?? "unknown") ?? 0) + 1);
    }
    if (object.outcome === "report") {
      this.#reports.push({ ...object.report, source_id: null, import_id: null });
    } else if (object.outcome === "attached") {
      const ruled = object.matches.map((match) => ({ ...match, rule: suppressionOf(match, null) }));
      this.#matches.push(...ruled.map((match) => ({ ...match, id: "" })));
    } else if (object.outcome === "failed") {
      if (type !== "attribute" && type !== "tag") this.#counts.items_seen += 1;
      this.#errorCount += 1;
      if (this.#errors.length < LISTED_ERRORS)
        this.#errors.push({ pointer, id, reason: object.reason });
    }
    if (this.#reports.length >= STEP || this.#matches.length >= STEP * STEP) await this.#flush();
  }

  async finish(): Promise<ImportResult> {
    await this.#flush();
    return {
      import_id: null,
      ...this.#counts,
      objects_by_type: Object.fromEntries(this.#types),
      errors: this.#errors,
      error_count: this.#errorCount,
    };
  }

  /** Nothing was stored, so nothing is left. */
  async breakOff(): Promise<void> {}

  async #flush(): Promise<void> {
    const reports = this.#reports;
    const found = reports.flatMap(matchesOf).map((match) => ({ ...match, id: "" }));
    const matches = [...this.#matches, ...found];
    this.#reports = [];
    this.#matches = [];
    const known = await this.#context.submissions.findKnown(reports.map(keysOf));
    for (const [place, report] of reports.entries()) this.#countReport(report, known.has(place));
    const [ruled] = await this.#context.matches.applyRulings([{ key: {}, matches }]);
    const all = ruled?.matches ?? [];
    const kept = all.filter(({ rule }) => rule === null);
    const stored = await this.#context.matches.findKnown(kept);
    this.#counts.suppressed += all.length - kept.length;
    for (const match of kept) {
      const key = keyOf(match);
      if (stored.has(key) || this.#found.has(key)) this.#counts.observables_known += 1;
      else this.#counts.observables_created += 1;
      this.#found.add(key);
    }
  }

  #countReport(report: NewReport, isKnown: boolean): void {
    const keys = Object.entries(keysOf(report))
      .filter(([, key]) => key !== null)
      .map(([name, key]) => `${name} ${key}`);
    this.#counts.items_seen += 1;
    if (isKnown || keys.some((key) => this.#entered.has(key))) this.#counts.duplicates += 1;
    else this.#counts.items_created += 1;
    for (const key of keys) this.#entered.add(key);
  }
}
