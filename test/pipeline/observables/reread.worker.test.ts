import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { rereadObservablesJob } from "../../../src/pipeline/observables/reread/reread-observables-job.ts";
import { servicesOf } from "../../../src/services.ts";
import { requestJson } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

const PATH = "/api/pipeline/observables";
const TEXT = String.raw`Servers: 185.7.7.7. It wrote C:\ProgramData\drop\reread-run.dll there.
Malicious
Domain
nitutdra[.]co
m
romidonion
hhgtt[.]com
dragonetzo
ne[.]com
nomoresen
se[.]com
midnigthwa
all[.]com
`;

interface Shown {
  normalized_value: string;
  role: string;
  last_seen_at: string;
}

/** Runs the job to its end, from the beginning. */
async function reread(): Promise<Record<string, unknown>> {
  const services = servicesOf(env);
  let progress: Record<string, unknown> = {};
  for (let runs = 0; runs < 50; runs += 1) {
    const outcome = await rereadObservablesJob.run(services, {
      job: { progress } as never,
      payload: { before: new Date(Date.now() + 1000).toISOString() },
      report: async () => undefined,
      signal: new AbortController().signal,
    });
    progress = outcome.progress;
    if (outcome.resumes !== true) return progress;
  }
  throw new Error("The job came to no end");
}

const values = async (path: string, q: string) =>
  (await requestJson<Shown[]>(`${path}?q=${encodeURIComponent(q)}`)).body.map(
    (row) => row.normalized_value,
  );

/** What an older version stored of a text: a value that the text does not say, and not all that it says. */
async function storeAsBefore(id: string): Promise<void> {
  const db = env.WORKSPACE_DB;
  await db.batch([
    db.prepare("delete from observables"),
    db.prepare("delete from observable_sources"),
    ...[
      ["domain", "se.com", "extracted", null],
      ["domain", "kept-by-hand.com", "extracted", "ann"],
      ["ipv4", "185.7.7.7", "extracted", null],
    ].flatMap(([kind, value, origin, by], at) => [
      db
        .prepare(
          `insert into observables (id, kind, value, normalized_value, origin, confidence, tags,
            confirmed_by, first_seen_at, last_seen_at)
           values (?, ?, ?, ?, ?, 50, '[]', ?, '2020-01-01T00:00:00.000Z', '2020-01-02T00:00:00.000Z')`,
        )
        .bind(`00000000-0000-7000-8000-00000000000${at}`, kind, value, value, origin, by),
      db
        .prepare(
          "insert into observable_sources (kind, normalized_value, source_type, source_id) values (?, ?, 'report', ?)",
        )
        .bind(kind, value, id),
    ]),
  ]);
}

describe("texts that an older version read", () => {
  it("are read anew: what they say is known, and what they do not say is listed, not lost", async () => {
    const { body } = await requestJson<{ id: string }>("/api/pipeline/intake", {
      method: "POST",
      body: JSON.stringify({ title: "An old report", summary: "Old", text: TEXT }),
    });
    await storeAsBefore(body.id);
    expect(await reread()).toMatchObject({ type: "session" });
    expect(await values(PATH, "nomoresense.com")).toEqual(["nomoresense.com"]);
    expect(await values(PATH, "reread-run.dll")).toContain(
      String.raw`c:\programdata\drop\reread-run.dll`,
    );
    expect(await values(PATH, "185.7.7.7")).toEqual(["185.7.7.7"]);
    expect(await values(PATH, "kept-by-hand.com")).toEqual(["kept-by-hand.com"]);
    expect(await values(PATH, "se.com")).toEqual([]);
    const { body: suppressed } = await requestJson<{ id: string; rule: string }[]>(
      "/api/pipeline/suppressions?q=se.com",
    );
    expect(suppressed).toMatchObject([{ rule: "not_in_text", report_ids: [body.id] }]);
    const restored = await requestJson(`/api/pipeline/suppressions/${suppressed[0]?.id}/restore`, {
      method: "POST",
    });
    expect(restored.status).toBe(200);
    await reread();
    expect(await values(PATH, "se.com")).toEqual(["se.com"]);
  });

  it("are read by their title, as they were when they came in", async () => {
    const { body } = await requestJson<{ id: string }>("/api/pipeline/intake", {
      method: "POST",
      body: JSON.stringify({
        title: "Here are the  indicators of compromise that the teams of four ports gave away.",
        summary: "A list",
        text: "The name quiet-harbour.org is there.\n\nIt rained: orbit-sync.top.\n",
      }),
    });
    const mentions = async () => {
      const { results } = await env.WORKSPACE_DB.prepare(
        `select s.normalized_value as value, s.role, s.confidence, s.places
         from observable_sources s where s.source_id = ? order by 1`,
      )
        .bind(body.id)
        .all();
      return results;
    };
    const before = await mentions();
    expect(before).toMatchObject([
      { value: "orbit-sync.top", role: "indicator" },
      { value: "quiet-harbour.org", role: "mentioned" },
    ]);
    await reread();
    expect(await mentions()).toEqual(before);
  });

  it("are as they were when they are read anew twice", async () => {
    const list = async () =>
      (await requestJson<Shown[]>(`${PATH}?limit=200`)).body.map(
        ({ normalized_value: value, role, last_seen_at: seen }) => [value, role, seen],
      );
    await reread();
    const before = await list();
    await reread();
    expect(await list()).toEqual(before);
  });
});
