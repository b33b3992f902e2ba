import { type Act, commit, type Part, writeUnrecorded } from "../../platform/audit/commit.ts";
import type { ImportDeps } from "./deps.ts";
import { type ObservableReader, openObservableReader } from "../observables/observable-reader.ts";
import { seenAt } from "../observables/expiry.ts";
import type { RuledMatch } from "../observables/found.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { ReportKey } from "../intake/canonical-report-store.ts";
import type { MarkedMatch, NewReport } from "../intake/new-report.ts";
import { toValue } from "../intake/matches-of.ts";
import { keysOf } from "../intake/prepare-report.ts";
import type { Addition } from "../intake/submission.ts";
import { submitReports } from "../intake/submit-reports.ts";
import { type Imported, MAX_HELD_WEIGHT, weightOf } from "./readers/imported.ts";
import { withinLimits } from "./within-limits.ts";
import type { ImportBody } from "./run-import.ts";
import type { ImportResult } from "./schema.ts";
import type { ImportRow, NewReceipt } from "./store.ts";
import type { Spooled } from "./spool-store.ts";
import { ImportTally } from "./tally.ts";
import type { ReportImportKind } from "./vocabulary.ts";

type Held = Imported & { position: number; report_id: string | null };
type HeldReport = Held & { outcome: "report" };

/** Writes the results of a reader: reports and observables, and a receipt for each object. */
export class ImportWriter {
  readonly #deps: ImportDeps;
  readonly #row: ImportRow & { kind: ReportImportKind };
  readonly #sent: { sha256: string; bytes: number };
  /** Reports of this import by foreign key: their keys, and when their values were seen. */
  readonly #canonical = new Map<string, { key: ReportKey; seen_at: string }>();
  #held: Held[] = [];
  /** The step that is being stored while the next one is read. */
  #storing: Promise<void> = Promise.resolve();
  /** The objects of that step, which may be rejected. */
  #refused: readonly Held[] = [];
  #heldWeight = 0;
  #position = 0;
  #isBegun = false;
  readonly #tally = new ImportTally();

  constructor(
    deps: ImportDeps,
    kind: ReportImportKind,
    actor: string,
    spooled: Pick<Spooled, "sha256" | "size">,
    { filename, origin }: Pick<ImportBody, "filename" | "origin">,
  ) {
    this.#deps = deps;
    this.#sent = { sha256: spooled.sha256, bytes: spooled.size };
    const now = deps.now();
    this.#row = {
      id: deps.newId(),
      kind,
      status: "running",
      actor,
      filename: filename ?? null,
      source_id: origin?.source_id ?? null,
      run_id: origin?.run_id ?? null,
      ...this.#tally.counts,
      errors: 0,
      outcomes: null,
      error: null,
      created_at: now,
      updated_at: now,
    };
  }

  /** Adds an object, which is stored with the next step. */
  async add(sent: Imported): Promise<void> {
    const noted = withinLimits(sent);
    this.#tally.note(noted);
    // The counts are recorded. Buffered with thousands of objects they take megabytes.
    const { attributes: _counts, ...object } = noted;
    this.#heldWeight += weightOf(object);
    const id = object.outcome === "report" ? this.#deps.newId() : null;
    this.#held.push({ ...object, position: this.#position, report_id: id });
    this.#position += 1;
    const isFull =
      this.#held.length >= this.#deps.objectsAtOnce || this.#heldWeight >= MAX_HELD_WEIGHT;
    if (isFull) await this.#beginStep();
  }

  /** Stores the remaining objects and returns the totals. */
  async finish(): Promise<ImportResult> {
    await this.#beginStep();
    await this.#storing;
    if (!this.#isBegun) await this.#write([]);
    await this.#end("complete");
    return this.#tally.result(this.#row.id);
  }

  /** Records why the import did not complete. Stored objects remain. */
  async breakOff(cause: unknown): Promise<void> {
    // Wait for the current step, which counts regardless of why reading ended.
    await this.#storing.catch(() => undefined);
    // The failure may have come after the batch that began the import.
    this.#isBegun ||= (await this.#deps.imports.find(this.#row.id)) !== null;
    const isRefused = cause instanceof AppError && cause.code === "quota_exceeded";
    if (isRefused) await this.#noteRefused(cause.message);
    const error = cause instanceof AppError ? cause.message : "An internal error ended the import.";
    if (this.#isBegun) await this.#end("interrupted", error);
  }

  /** Stores the receipts of objects that a quota rejected. Those already entered are recognized. */
  async #noteRefused(reason: string): Promise<void> {
    const receipts = this.#refused.map((one) => this.#toReceipt(one, reason));
    await this.#write([this.#deps.imports.addReceipts(this.#row.id, receipts)]);
  }

  /** Writes parts without a report, and the import itself if nothing of it is stored yet. */
  async #write(parts: readonly Part[]): Promise<void> {
    const { act, begin } = this.#beginning();
    if (act === undefined) await writeUnrecorded(this.#deps, "outcome", parts, []);
    else await commit(this.#deps, { act, when: "always", parts: [...begin, ...parts] });
    this.#isBegun = true;
  }

  async #end(status: "complete" | "interrupted", error: string | null = null): Promise<void> {
    const { counts, errorCount: errors } = this.#tally;
    const ended = { status, error, updated_at: this.#deps.now() };
    await this.#deps.imports.end(this.#row.id, { ...counts, errors, ...ended });
  }

  /** Stores the buffered objects after the previous step, which they may belong to. */
  async #beginStep(): Promise<void> {
    await this.#storing;
    const held = this.#held;
    if (held.length === 0) return;
    this.#refused = held;
    this.#held = [];
    this.#heldWeight = 0;
    this.#storing = this.#store(held);
    // The caller that awaits it receives the failure.
    this.#storing.catch(() => undefined);
  }

  async #store(held: readonly Held[]): Promise<void> {
    const entered = held.filter((one) => one.outcome === "report");
    const reports = entered.map((one) => this.#toReport(one));
    // Objects that belong to a report of this step are stored with it, under its keys.
    for (const report of reports) {
      const key = { ...keysOf(report), id: report.id };
      const seen = seenAt(report.published_at, this.#deps.now());
      this.#canonical.set(report.foreign_key ?? "", { key, seen_at: seen });
    }
    const receipts = held.map((one) => this.#toReceipt(one));
    const { act, begin } = this.#beginning();
    const { outcomes, counts } = await submitReports(
      this.#deps,
      reports,
      { ...(act !== undefined && { act }), parts: begin },
      {
        parts: [this.#deps.imports.addReceipts(this.#row.id, receipts)],
        additions: await this.#toAdditions(held),
      },
    );
    this.#isBegun = true;
    for (const [place, { report_id: id, created }] of outcomes.entries()) {
      this.#note(entered[place], id, created);
    }
    this.#tally.add(counts);
  }

  #note(held: HeldReport | undefined, reportId: string, created: boolean): void {
    if (held === undefined) return;
    const { pointer, id, report } = held;
    const entered = this.#canonical.get(report.foreign_key ?? "");
    if (created) this.#tally.created();
    else this.#tally.duplicate({ pointer, id, report_id: reportId });
    if (entered === undefined) return;
    entered.key = { id: reportId, url_key: null, title_key: null, foreign_key: null };
  }

  #toReport(held: HeldReport): NewReport & { id: string } {
    const id = held.report_id ?? this.#deps.newId();
    return { ...held.report, id, source_id: this.#row.source_id, import_id: this.#row.id };
  }

  /** Groups attached matches by report, so that SQL looks each report up once. */
  async #toAdditions(held: readonly Held[]): Promise<Addition[]> {
    const reader = await openObservableReader(this.#deps);
    const byReport = new Map<string, Addition>();
    for (const one of held) {
      if (one.outcome !== "attached" || one.matches.length === 0) continue;
      const report = this.#canonical.get(one.to);
      if (report === undefined) continue;
      const addition = byReport.get(one.to) ?? { ...report, matches: [] };
      byReport.set(one.to, addition);
      for (const match of one.matches) addition.matches.push(this.#rule(match, reader));
    }
    return [...byReport.values()];
  }

  #rule(match: MarkedMatch, reader: ObservableReader): RuledMatch {
    return { ...reader.rule(toValue(match), null), id: this.#deps.newId() };
  }

  /** @param refusal why it may not have been stored; omitted from the receipt of a stored report */
  #toReceipt(held: Held, refusal: string | null = null): NewReceipt {
    const { position, pointer, type, id, outcome, report_id: reportId } = held;
    const place = { position, pointer, type, id };
    if (outcome === "report") {
      const key = { ...keysOf(held.report), id: reportId ?? "" };
      return { ...place, outcome: null, reason: refusal, key };
    }
    if (refusal !== null && outcome === "attached") {
      return { ...place, outcome: "failed", reason: refusal, key: null };
    }
    const key = outcome === "attached" ? (this.#canonical.get(held.to)?.key ?? null) : null;
    const reason = outcome === "attached" ? null : held.reason;
    const noted = outcome === "flawed" ? "failed" : outcome;
    return { ...place, outcome: noted, reason, key };
  }

  /** Returns what the first batch records and stores of the import itself. Empty once it is stored. */
  #beginning(): { act: Act | undefined; begin: readonly Part[] } {
    if (this.#isBegun) return { act: undefined, begin: [] };
    const { id, actor, kind, filename, source_id, run_id } = this.#row;
    const details = {
      ...this.#sent,
      ...(filename !== null && { filename }),
      ...(source_id !== null && { source_id, run_id }),
    };
    return {
      act: { actor, action: `import.${kind}`, object: ["import", id], details },
      begin: [this.#deps.imports.begin(this.#row)],
    };
  }
}
