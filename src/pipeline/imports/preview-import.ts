import type { ImportDeps } from "./deps.ts";
import { keysOf } from "../intake/prepare-report.ts";
import { matchesOf, toValue } from "../intake/matches-of.ts";
import { type NewReport } from "../intake/new-report.ts";
import { noCounts } from "../intake/observable-counts.ts";
import { type ObservableReader, openObservableReader } from "../observables/observable-reader.ts";
import { keyOf } from "../observables/vocabulary.ts";
import type { RuledMatch } from "../observables/found.ts";
import { withinLimits } from "./within-limits.ts";
import { type Imported, MAX_HELD_WEIGHT, type Place, weightOf } from "./readers/imported.ts";
import type { ImportResult } from "./schema.ts";
import { ImportTally } from "./tally.ts";

const STEP = 500;

/** Counts the results of an import without storing anything. */
export class ImportPreview {
  readonly #deps: ImportDeps;
  readonly #tally = new ImportTally();
  #reports: NewReport[] = [];
  #places: Place[] = [];
  #matches: RuledMatch[] = [];
  #weight = 0;
  /** Opened once per batch. */
  #reader: ObservableReader | null = null;
  /** Keys of reports and observables that this import would already have added. */
  readonly #entered = new Set<string>();
  readonly #found = new Set<string>();

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  async add(sent: Imported): Promise<void> {
    const object = withinLimits(sent);
    this.#tally.note(object);
    if (object.outcome === "report") {
      const { pointer, id, type } = object;
      this.#places.push({ pointer, id, type });
      this.#reports.push({ ...object.report, source_id: null, import_id: null });
    } else if (object.outcome === "attached") {
      const reader = (this.#reader ??= await openObservableReader(this.#deps));
      for (const match of object.matches) {
        this.#matches.push({ ...reader.rule(toValue(match), null), id: "" });
      }
    }
    this.#weight += weightOf(object);
    if (this.#reports.length >= STEP || this.#weight >= MAX_HELD_WEIGHT) await this.#flush();
  }

  async finish(): Promise<ImportResult> {
    await this.#flush();
    return this.#tally.result(null);
  }

  /** Does nothing, because nothing was stored. */
  async breakOff(_cause: unknown): Promise<void> {}

  async #flush(): Promise<void> {
    const reports = this.#reports;
    const places = this.#places;
    const reader = (this.#reader ??= await openObservableReader(this.#deps));
    this.#reader = null;
    const found = reports
      .flatMap((report) => matchesOf(report, reader))
      .map((match) => ({ ...match, id: "" }));
    const matches = [...this.#matches, ...found];
    this.#reports = [];
    this.#places = [];
    this.#matches = [];
    this.#weight = 0;
    const known = await this.#deps.submissions.findKnown(reports.map(keysOf));
    for (const [at, report] of reports.entries()) {
      const place = places[at] ?? { pointer: "", id: null, type: null };
      this.#countReport(report, place, known.get(at) ?? null);
    }
    const [ruled] = await this.#deps.matches.applyRulings([{ key: {}, seen_at: null, matches }]);
    const all = ruled?.matches ?? [];
    const kept = all.filter(({ suppressed }) => suppressed === null);
    const stored = await this.#deps.matches.findKnown(kept);
    const counts = { ...noCounts(), suppressed: all.length - kept.length };
    for (const match of kept) {
      const key = keyOf(match);
      if (stored.has(key) || this.#found.has(key)) counts.observables_known += 1;
      else counts.observables_created += 1;
      this.#found.add(key);
    }
    this.#tally.add(counts);
  }

  #countReport(report: NewReport, { pointer, id, type }: Place, knownId: string | null): void {
    const keys = Object.entries(keysOf(report))
      .filter(([, key]) => key !== null)
      .map(([name, key]) => `${name} ${key}`);
    const isKnown = knownId !== null || keys.some((key) => this.#entered.has(key));
    if (isKnown) this.#tally.duplicate({ pointer, id, report_id: knownId });
    else this.#tally.created();
    for (const key of keys) this.#entered.add(key);
    const { title, published_at, technique_ids: techniques } = report;
    const about = { pointer, type, title, published_at, technique_count: techniques.length };
    this.#tally.preview({ ...about, is_known: isKnown, report_id: knownId });
  }
}
