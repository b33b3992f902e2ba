import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { addReport } from "../../../src/pipeline/intake/add-report.ts";
import { promoteReport } from "../../../src/pipeline/intake/promote-report.ts";
import { readReport } from "../../../src/pipeline/intake/read-report.ts";
import { newReportSchema, promotionSchema } from "../../../src/pipeline/intake/schema.ts";
import { IntakeStore, type Report } from "../../../src/pipeline/intake/store.ts";
import { SubmissionStore } from "../../../src/pipeline/intake/submission-store.ts";
import { addObservable } from "../../../src/pipeline/observables/add-observable.ts";
import { deleteObservable } from "../../../src/pipeline/observables/delete-observable.ts";
import { type Observable, ObservableStore } from "../../../src/pipeline/observables/store.ts";
import type { Services } from "../../../src/services.ts";
import { ingestSmallRelease, testServices } from "../../support/service.ts";

const ANN = { name: "ann", role: "analyst" } as const;
const given = (fields: object) => newReportSchema.parse(fields);

const entries = async () =>
  (await env.WORKSPACE_DB.prepare("select count(*) as n from audit").first<number>("n")) ?? 0;
const rowsOf = async (table: string) => {
  const { results } = await env.WORKSPACE_DB.prepare(`select * from ${table}`).all();
  return results.map((row) => JSON.stringify(row)).sort();
};
/** All rows that a submission writes. */
const stored = async () =>
  await Promise.all(
    ["intake_reports", "report_texts", "observables", "observable_sources", "suppressions"].map(
      rowsOf,
    ),
  );

/** A store whose first answers are those of a moment ago. */
class LateSubmissions extends SubmissionStore {
  late = 1;
  override async findKnown(...keys: Parameters<SubmissionStore["findKnown"]>) {
    this.late -= 1;
    return this.late >= 0 ? new Map<number, string>() : await super.findKnown(...keys);
  }
}

class LateIntake extends IntakeStore {
  readonly late: (Report | null)[] = [];
  override async find(id: string) {
    return this.late.shift() ?? (await super.find(id));
  }
}

class LateObservables extends ObservableStore {
  readonly late: (Observable | null)[] = [];
  override async find(id: string) {
    return this.late.shift() ?? (await super.find(id));
  }

  override async findByValue(...value: Parameters<ObservableStore["findByValue"]>) {
    const late = this.late.shift();
    return late === undefined ? await super.findByValue(...value) : late;
  }
}

beforeAll(ingestSmallRelease);

describe("what somebody else did a moment before", () => {
  it("makes a report known: it is refused, and nothing of it is stored or recorded", async () => {
    const context = testServices();
    const known = await addReport(context, ANN, given({ title: "Sent at once by two" }));
    const before = [await entries(), await stored()];
    const submissions = new LateSubmissions(context.workspace);
    const again = given({
      title: "SENT at once by two",
      technique_ids: ["T1566"],
      text: "late-host.xyz and 10.1.1.1",
    });
    const late: Services = { ...context, submissions };
    await expect(addReport(late, ANN, again)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(known.id) as string,
    });
    expect(submissions.late).toBeLessThan(0);
    expect([await entries(), await stored()]).toEqual(before);
  });

  it("queues an analysis: it is queued and recorded once", async () => {
    const context = testServices();
    const { id } = await addReport(context, ANN, given({ title: "Analysed at once by two" }));
    const analyze = promotionSchema.parse({ analyze: true });
    await promoteReport(context, ANN, id, promotionSchema.parse({}));
    const promoted = await context.intake.find(id);
    await promoteReport(context, ANN, id, analyze);
    const before = await entries();
    const intake = new LateIntake(context.workspace);
    intake.late.push(promoted);
    const answer = await promoteReport({ ...context, intake }, ANN, id, analyze);
    expect(answer).toEqual(await readReport(context, id));
    expect(await entries()).toBe(before);
  });

  it("brings a value in: an analyst who adds it confirms it", async () => {
    const context = testServices();
    await addReport(context, ANN, given({ title: "It names a value", text: "came-first.xyz" }));
    const observables = new LateObservables(context.workspace);
    observables.late.push(null);
    const { created, observable } = await addObservable({ ...context, observables }, ANN, {
      kind: "domain",
      value: "came-first.xyz",
      tags: [],
    });
    expect([created, observable.origin, observable.confirmed_by]).toEqual([
      false,
      "extracted",
      "ann",
    ]);
    expect(observables.late).toEqual([]);
  });

  it("deletes an observable: it is not found, and nothing is suppressed or recorded again", async () => {
    const context = testServices();
    const added = { kind: "domain" as const, value: "gone-first.xyz", tags: [] };
    const { observable } = await addObservable(context, ANN, added);
    await deleteObservable(context, ANN, observable.id);
    const before = [await entries(), await stored()];
    const observables = new LateObservables(context.workspace);
    observables.late.push(observable);
    await expect(
      deleteObservable({ ...context, observables }, ANN, observable.id),
    ).rejects.toMatchObject({ code: "not_found" });
    expect([await entries(), await stored()]).toEqual(before);
  });
});
