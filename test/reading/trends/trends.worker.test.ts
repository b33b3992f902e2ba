import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { tick } from "../../../src/background.ts";
import type { NewInReports, Trends } from "../../../src/reading/trends/schema.ts";
import { refreshSubjects } from "../../../src/reading/sessions/subjects/refresh-subjects.ts";
import { smallBundle } from "../../support/bundles.ts";
import { newSession } from "../../support/edits.ts";
import {
  ingest,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";

interface Behind {
  session_id: string;
  title: string;
  day: string;
  dated_by: string;
  accepted: boolean | null;
}

const published = (day: string, text: string) => `A report\nPublished on ${day} by us\n\n${text}`;
const MAIL = "APT29 sent mail (T1566) and ran scripts (T1059.001) on the host.";
const SCRIPTS = "APT29 ran scripts (T1059.001) and used CVE-2021-26855 on the server.";
const SPAN = "since=2024-02-01&until=2024-03-31&by=month";

const trends = async (query = "") => {
  const { status, body } = await requestJson<Trends>(`/api/trends?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const behind = async (query: string) =>
  (await requestJson<Behind[]>(`/api/trends/reports?${query}`)).body;
const item = ({ items }: Trends, id: string) => items.find((one) => one.id === id);

let first: Awaited<ReturnType<typeof newSession>>;
let second: Awaited<ReturnType<typeof newSession>>;
let undated: Awaited<ReturnType<typeof newSession>>;

beforeAll(async () => {
  await ingestSmallRelease();
  first = await newSession(published("2024-02-07", MAIL), { name: "First" });
  second = await newSession(published("2024-03-11", SCRIPTS), { name: "Second" });
  await newSession(published("2024-01-10", SCRIPTS), { name: "Before" });
  undated = await newSession("APT28 ran scripts (T1059) on the host.", { name: "Undated" });
});

describe("trends", () => {
  it("go back to the first report, year by year", async () => {
    const { since, periods, reports } = await trends("by=year&since=first&until=2024-12-31");
    expect({ since, periods, reports }).toEqual({
      since: "2024-01-01",
      periods: [{ since: "2024-01-01", until: "2024-12-31", reports: 3 }],
      reports: 3,
    });
    const none = await trends("by=year&since=first&until=1999-12-31");
    expect(none).toMatchObject({ since: "1999-01-01", reports: 0 });
  });

  it("count techniques by the day of the report, next to the span before", async () => {
    const found = await trends(SPAN);
    expect(found).toMatchObject({
      domain: "enterprise-attack",
      of: "techniques",
      review: "unrejected",
      since: "2024-02-01",
      until: "2024-03-31",
      previous_since: "2023-12-03",
      periods: [
        { since: "2024-02-01", until: "2024-02-29", reports: 1 },
        { since: "2024-03-01", until: "2024-03-31", reports: 1 },
      ],
      reports: 2,
      dated_by: { published: 2, revised: 0, activity: 0, analysed: 0 },
      item_count: 2,
      pending: 0,
    });
    expect(found.items).toEqual([
      {
        id: "T1059.001",
        name: "PowerShell",
        total: 2,
        previous: 1,
        first_seen: "2024-01-10",
        counts: [1, 1],
      },
      {
        id: "T1566",
        name: "Phishing",
        total: 1,
        previous: 0,
        first_seen: "2024-02-07",
        counts: [1, 0],
      },
    ]);
  });

  it("count groups and vulnerabilities, and date what prints none by its analysis", async () => {
    expect((await trends(`${SPAN}&of=groups`)).items).toMatchObject([
      { id: "G0016", name: "APT29", total: 2, counts: [1, 1] },
    ]);
    expect((await trends(`${SPAN}&of=vulnerabilities`)).items).toMatchObject([
      { id: "CVE-2021-26855", name: "CVE-2021-26855", counts: [0, 1] },
    ]);
    const now = await trends();
    expect(now.dated_by).toEqual({ published: 0, revised: 0, activity: 0, analysed: 1 });
    expect(now.periods).toHaveLength(12);
    expect(item(now, "T1059")?.counts.at(-1)).toBe(1);
  });

  it("follow verdicts at once", async () => {
    await first.patch("T1566", { review_status: "rejected" });
    await second.patch("T1059.001", { review_status: "accepted" });
    expect(item(await trends(SPAN), "T1566")).toBeUndefined();
    const accepted = await trends(`${SPAN}&review=accepted`);
    expect(accepted.items).toMatchObject([{ id: "T1059.001", total: 1, counts: [0, 1] }]);
    const open = await trends(`${SPAN}&review=unreviewed`);
    expect(open.items).toMatchObject([{ id: "T1059.001", total: 1, counts: [1, 0] }]);
    await first.patch("T1566", { review_status: "suggested" });
    expect(item(await trends(SPAN), "T1566")?.total).toBe(1);
  });

  it("name the reports behind a number", async () => {
    const query = "of=techniques&id=t1059.001&since=2024-02-01&until=2024-03-31";
    expect(await behind(query)).toEqual([
      {
        session_id: second.id,
        title: "Second",
        day: "2024-03-11",
        dated_by: "published",
        accepted: true,
      },
      {
        session_id: first.id,
        title: "First",
        day: "2024-02-07",
        dated_by: "published",
        accepted: false,
      },
    ]);
    const page = await requestJson<Behind[]>(`/api/trends/reports?${query}&limit=1&offset=1`);
    expect(page.headers.get("X-Total-Count")).toBe("2");
    expect(page.body.map(({ title }) => title)).toEqual(["First"]);
  });

  it("list what no report named before this week", async () => {
    const { body } = await requestJson<NewInReports>("/api/trends/new");
    expect(body.techniques.items).toEqual([
      expect.objectContaining({ id: "T1059", reports: 1, session_id: undated.id }),
    ]);
    expect(body.groups.items.map(({ id }) => id)).toEqual(["G0007"]);
    // First named in 2024.
    expect(body.vulnerabilities).toEqual({ count: 0, items: [] });
  });

  it("are exported as CSV, a column for each period", async () => {
    const response = await request(`/api/trends/csv?${SPAN}`);
    expect(response.headers.get("Content-Disposition")).toContain(
      "trends-techniques-2024-02-01-2024-03-31.csv",
    );
    const [head, line] = (await response.text()).replace("\uFEFF", "").split("\r\n");
    expect(head).toBe("id,name,first_seen,total,previous,2024-02-01,2024-03-01");
    expect(line).toBe('"T1059.001","PowerShell","2024-01-10","2","1","1","1"');
  });

  it.each([
    ["review=accepted&of=groups", "/review"],
    ["since=2024-03-01&until=2024-02-01", "/since"],
    ["since=1990-01-01", "/since"],
    ["since=yesterday", "/since"],
    ["since=9998-12-01&until=9999-12-31", "/until"],
    ["since=9999-12-01&by=month", "/since"],
    ["since=0000-01-01&until=0000-01-02", "/since"],
    ["limit=201", "/limit"],
  ])("refuse %s", async (query, pointer) => {
    const { status, body } = await requestJson<{ errors: { pointer: string }[] }>(
      `/api/trends?${query}`,
    );
    expect(status).toBe(422);
    expect(body.errors[0]?.pointer).toContain(pointer);
  });

  it("know no domain that there is none of", async () => {
    const { status, body } = await requestJson("/api/trends?domain=other");
    expect([status, body["code"]]).toEqual([404, "unknown_domain"]);
  });

  it("forget a session that is deleted, and read all again for a new release", async () => {
    const gone = await newSession(published("2024-02-20", MAIL));
    expect((await trends(SPAN)).reports).toBe(3);
    await request(gone.path, { method: "DELETE" });
    expect((await trends(SPAN)).reports).toBe(2);
    await ingest(smallBundle("99.1"));
    await tick(testServices(), "@tick");
    const { results } = await env.WORKSPACE_DB.prepare(
      "select distinct release from session_days",
    ).all();
    expect(results).toEqual([{ release: "99.1" }]);
  });
});

const spoil = async (id: string, column: string, json: string) => {
  const set = `update sessions set ${column} = ?, updated_at = updated_at || '+' where id = ?`;
  await env.WORKSPACE_DB.prepare(set).bind(json, id).run();
};

describe("a session that cannot be read", () => {
  it.each([
    ["entities", '{"software": {}}'],
    ["entities", '{"cves": [{}]}'],
    ["entities", '{"dates": [null]}'],
    ["entities", "not json"],
    ["apt_hints", "not json"],
    ["document_kind", "not json"],
  ])(
    "with %s %s counts as a report without subjects, and the others count",
    async (column, json) => {
      const broken = await newSession(published("2025-02-07", MAIL));
      const other = await newSession(published("2025-02-08", MAIL));
      await spoil(broken.id, column, json);
      const log: unknown[] = [];
      const services = testServices({ log: (...line) => log.push(line) });
      expect(await refreshSubjects(services, 1)).toBe(0);
      expect(log).toEqual([
        ["warn", "subjects.unreadable", expect.objectContaining({ session_id: broken.id })],
      ]);
      const query = "id=T1566&since=2025-01-01&until=2025-12-31";
      expect((await behind(query)).map(({ session_id: id }) => id)).toEqual([other.id]);
      const days = await env.WORKSPACE_DB.prepare(
        "select dated_by from session_days where session_id = ?",
      )
        .bind(broken.id)
        .all();
      expect(days.results).toEqual([{ dated_by: "analysed" }]);
      // Nothing is left to be read, so that nothing is logged again.
      await refreshSubjects(services, 1);
      expect(log.length).toBe(1);
      await env.WORKSPACE_DB.prepare("delete from sessions where id in (?, ?)")
        .bind(broken.id, other.id)
        .run();
    },
  );

  it("counts what a session names twice once", async () => {
    const twice = await newSession(published("2025-02-07", MAIL));
    await spoil(twice.id, "entities", '{"cves": [{"id": "CVE-2025-1"}, {"id": "CVE-2025-1"}]}');
    const query = "of=vulnerabilities&id=CVE-2025-1";
    expect((await behind(query)).map(({ session_id: id }) => id)).toEqual([twice.id]);
    await request(twice.path, { method: "DELETE" });
  });
});

describe("a read of trends", () => {
  it("leaves the version of the workspace", async () => {
    const changed = await newSession(published("2025-02-07", MAIL));
    const version = async () =>
      (await requestJson<{ version: string }>("/api/events")).body.version;
    const before = await version();
    expect((await behind("id=T1566")).length).toBeGreaterThan(0);
    await trends(SPAN);
    await requestJson("/api/trends/new");
    expect(await version()).toBe(before);
    await request(changed.path, { method: "DELETE" });
  });
});
