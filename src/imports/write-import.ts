import { newEntry } from "../audit/new-entry.ts";
import type { Context } from "../context.ts";
import { CONFIDENCE } from "../observables/confidence.ts";
import { suppressionOf } from "../observables/suppress.ts";
import { keysOf, type NewReport, submitReports } from "../intake/submit-reports.ts";
import type { Addition } from "../intake/submission-store.ts";
import { type Imported, MAX_HELD_WEIGHT, weightOf } from "./readers/imported.ts";
import { withinLimits } from "./limit-object.ts";
import type { ImportResult } from "./schema.ts";
import type { ImportRow, NewReceipt } from "./store.ts";
import type { Spooled } from "./spool-store.ts";
import { ImportTally } from "./tally.ts";
import type { ImportKind } from "./vocabulary.ts";

/** Objects whose receipts are written at once, and reports that are entered at once. */
const STEP = 500;
const REPORTS = 100;

type Held = Imported & { position: number; report_id: string | null };
type HeldReport = Held & { outcome: "report" };

/** Writes what a reader finds: reports and observables, and a receipt for each object. */
export class ImportWriter {
  readonly #context: Context;
  readonly #row: ImportRow;
  readonly #sent: { sha256: string; bytes: number };
  readonly #homes = new Map<string, string>();
  #held: Held[] = [];
  #heldReports = 0;
  #heldWeight = 0;
  #position = 0;
  #isBegun = false;
  readonly #tally = new ImportTally();

  constructor(
    context: Context,
    kind: ImportKind,
    actor: string,
    sent: Pick<Spooled, "sha256" | "size">,
  ) {
    this.#context = context;
    this.#sent = { sha256: sent.sha256, bytes: sent.size };
    const now = context.now();
    this.#row = {
      ...{ id: context.newId(), kind, status: "running", actor },
      ...{ ...this.#tally.counts, errors: 0 },
      ...{ created_at: now, updated_at: now },
    };
  }

  /** Takes an object over; it is stored with the next step. */
  async add(sent: Imported): Promise<void> {
    const object = withinLimits(sent);
    this.#tally.note(object);
    if (object.outcome === "report") this.#heldReports += 1;
    this.#heldWeight += weightOf(object);
    const id = object.outcome === "report" ? this.#context.newId() : null;
    this.#held.push({ ...object, position: this.#position, report_id: id });
    this.#position += 1;
    const isFull =
      this.#held.length >= STEP ||
      this.#heldReports >= REPORTS ||
      this.#heldWeight >= MAX_HELD_WEIGHT;
    if (isFull) await this.#flush();
  }

  /** Stores what is left and answers the sums. */
  async finish(): Promise<ImportResult> {
    await this.#flush();
    if (!this.#isBegun) await this.#context.imports.run(this.#beginStatements());
    await this.#end("complete");
    return this.#tally.result(this.#row.id);
  }

  /** Notes that it came to no end; what was stored stays. */
  async breakOff(): Promise<void> {
    if (this.#isBegun) await this.#end("interrupted");
  }

  async #end(status: "complete" | "interrupted"): Promise<void> {
    const { counts, errorCount: errors } = this.#tally;
    const ended = { status, updated_at: this.#context.now() };
    await this.#context.imports.end(this.#row.id, { ...counts, errors, ...ended });
  }

  async #flush(): Promise<void> {
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    this.#heldReports = 0;
    this.#heldWeight = 0;
    const reports = held.filter((one) => one.outcome === "report");
    // A report must be there before what belongs to it.
    if (reports.length > 0) await this.#enter(reports);
    const additions = held.flatMap((one) => this.#toAddition(one));
    const statements = [
      ...(this.#isBegun ? [] : this.#beginStatements()),
      this.#context.imports.receiptStatement(
        this.#row.id,
        held.map((one) => this.#toReceipt(one)),
      ),
    ];
    this.#isBegun = true;
    const companions = { statements, additions };
    const { counts } = await this.#context.submissions.submit([], this.#context.now(), companions);
    this.#tally.add(counts);
  }

  async #enter(held: readonly HeldReport[]): Promise<void> {
    const statements = this.#isBegun ? [] : this.#beginStatements();
    const reports = held.map((one) => this.#toReport(one));
    const { outcomes, counts } = await submitReports(this.#context, reports, { statements });
    this.#isBegun = true;
    for (const [place, { report, pointer, id }] of held.entries()) {
      const { report_id, created } = outcomes[place] ?? { report_id: null, created: false };
      if (created) this.#tally.created();
      else this.#tally.duplicate({ pointer, id, report_id });
      if (report_id !== null) this.#homes.set(report.foreign_key, report_id);
    }
    this.#tally.add(counts);
  }

  #toReport(held: HeldReport): NewReport {
    const id = held.report_id ?? this.#context.newId();
    return { ...held.report, id, source_id: null, import_id: this.#row.id };
  }

  #toAddition(held: Held): Addition[] {
    if (held.outcome !== "attached" || held.matches.length === 0) return [];
    const home = this.#homes.get(held.to);
    if (home === undefined) return [];
    const matches = held.matches.map((match) => ({
      ...match,
      ...{ id: this.#context.newId(), confidence: match.confidence || CONFIDENCE.marked },
      rule: suppressionOf(match, null),
    }));
    return [{ report_id: home, matches }];
  }

  #toReceipt(held: Held): NewReceipt {
    const { position, pointer, type, id, outcome, report_id: reportId } = held;
    const place = { position, pointer, type, id };
    if (outcome === "report") {
      const { url_key: u, title_key: t, foreign_key: f } = keysOf(held.report);
      const key = { id: reportId ?? "", f, u, t };
      return { ...place, outcome: null, reason: null, report_id: null, key };
    }
    const home = outcome === "attached" ? (this.#homes.get(held.to) ?? null) : null;
    const reason = outcome === "attached" ? null : held.reason;
    const noted = outcome === "flawed" ? "failed" : outcome;
    return { ...place, outcome: noted, reason, report_id: home, key: null };
  }

  #beginStatements() {
    const { id, actor, kind } = this.#row;
    const entry = newEntry(this.#context, {
      ...{
        actor,
        action: `import.${kind}`,
        object_type: "import",
        object_id: id,
        details: this.#sent,
      },
    });
    return this.#context.imports.beginStatements(this.#row, entry);
  }
}
