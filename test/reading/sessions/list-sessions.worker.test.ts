import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { firstTitle } from "../../../src/reading/sessions/session-title.ts";
import type { SessionListItem } from "../../../src/reading/sessions/schema.ts";
import { newSession } from "../../support/edits.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

type Made = Awaited<ReturnType<typeof newSession>>;
const made: Record<string, Made> = {};

const list = async (query: string) => {
  const answer = await requestJson<SessionListItem[]>(`/api/analyze/sessions?${query}`);
  const names = Object.entries(made);
  const nameOf = (id: string) => names.find(([, session]) => session.id === id)?.[0];
  return {
    ...answer,
    names: answer.status === 200 ? answer.body.map((item) => nameOf(item.session_id)) : [],
  };
};

beforeAll(async () => {
  await ingestSmallRelease();
  made["alpha"] = await newSession("Cozy Bear used T1059.001 at a bank.", { name: "Alpha 100%" });
  made["beta"] = await newSession("Fancy Bear sent mail (T1566) and ran T1059.", { name: "beta" });
  made["gamma"] = await newSession(
    "# Ein Bericht über Müllerbär\n\nDie Gruppe lud eine DLL (T1574.001).",
  );
  await made["alpha"].update({ tags: ["Banking", "two words"], note: "Übergabe an Ärzte_GmbH" });
  for (const [name, day] of [
    ["alpha", "2026-01-01T10:00:00.000Z"],
    ["beta", "2026-01-02T10:00:00.000Z"],
    ["gamma", "2026-01-03T10:00:00.000Z"],
  ] as const) {
    await env.WORKSPACE_DB.prepare("update sessions set created_at = ? where id = ?")
      .bind(day, made[name]?.id)
      .run();
  }
  const naming = (attack_id: string) =>
    JSON.stringify({ software: [{ attack_id, name: "X", type: "tool", count: 1, mentions: [] }] });
  for (const [name, id] of [
    ["beta", "S0002"],
    ["alpha", "S9998"],
  ] as const) {
    await env.WORKSPACE_DB.prepare("update sessions set entities = ? where id = ?")
      .bind(naming(id), made[name]?.id)
      .run();
  }
  // What keeps answers is to see it.
  await made["beta"].update({ tags: ["mail"] });
});

describe("GET /api/analyze/sessions", () => {
  it.each([
    ["", ["gamma", "beta", "alpha"]],
    ["search=alpha", ["alpha"]],
    ["search=ALPHA%20100%25", ["alpha"]],
    ["search=%25", ["alpha"]],
    ["search=_", ["alpha"]],
    ["search=%C3%BCbergabe%20an%20%C3%84RZTE", ["alpha"]],
    ["search=m%C3%9CLLERB%C3%84R", ["gamma"]],
    ["search=T1566", ["beta"]],
    ["search=nowhere", []],
    ["search=%20", ["gamma", "beta", "alpha"]],
    ["technique=t1059", ["beta", "alpha"]],
    ["technique=T1059.001", ["alpha"]],
    ["technique=T1111", []],
    ["group=g0016", ["alpha"]],
    ["group=apt29", ["alpha"]],
    ["group=COZY%20bear", ["alpha"]],
    ["group=Fancy%20Bear", ["gamma", "beta"]],
    ["group=m%C3%BCllerb%C3%A4r", ["gamma", "beta"]],
    ["group=Nobody", []],
    ["software=s0002", ["beta"]],
    ["software=MIMIkatz", ["beta"]],
    ["software=Mimi", []],
    ["software=S9998", ["alpha"]],
    ["software=Mimikatz&technique=T1574.001", []],
    ["tag=banking", ["alpha"]],
    ["tag=Two%20Words", ["alpha"]],
    ["tag=bank", []],
    ["from=2026-01-02", ["gamma", "beta"]],
    ["to=2026-01-02", ["beta", "alpha"]],
    ["to=2026-01-02T09:59:59Z", ["alpha"]],
    ["to=2026-01-02T10:00:00Z", ["beta", "alpha"]],
    ["from=2026-01-02&to=2026-01-02", ["beta"]],
    ["from=2026-01-02T11:00:00%2B01:00&to=2026-01-02", ["beta"]],
    ["order=oldest", ["alpha", "beta", "gamma"]],
    ["order=name", ["alpha", "beta", "gamma"]],
    ["order=techniques", ["beta", "gamma", "alpha"]],
    ["technique=T1059&tag=banking&search=alpha", ["alpha"]],
    ["technique=T1059&tag=mail&search=alpha", []],
    ["status=failed&search=alpha", []],
  ])("finds by %s", async (query, expected) => {
    const found = await list(query);
    expect(found.status).toBe(200);
    expect(found.names).toEqual(expected);
    expect(found.headers.get("X-Total-Count")).toBe(String(expected.length));
  });

  it.each([
    ["technique=x", 400],
    ["order=best", 422],
    ["from=yesterday", 422],
    ["from=2026-02-30", 422],
    [`search=${"x".repeat(101)}`, 422],
    ["q=alpha", 422],
    ["status=done", 422],
  ])("refuses %s with %i", async (query, status) => {
    expect((await list(query)).status).toBe(status);
  });

  it("pages what it finds", async () => {
    const first = await list("technique=T1059&limit=1");
    expect(first.names).toEqual(["beta"]);
    expect(first.headers.get("X-Total-Count")).toBe("2");
    expect(first.headers.get("Link")).toContain("technique=T1059&limit=1&offset=1");
    expect((await list("technique=T1059&limit=1&offset=1")).names).toEqual(["alpha"]);
  });

  it("does not find what was rejected, and finds what was added", async () => {
    await made["beta"]?.patch("T1566", { review_status: "rejected" });
    expect((await list("technique=T1566")).names).toEqual([]);
    await made["alpha"]?.add({ attack_id: "T1566", evidence: "at a bank" });
    expect((await list("technique=T1566")).names).toEqual(["alpha"]);
  });

  it("finds sessions from before there was a search", async () => {
    await env.WORKSPACE_DB.prepare("update sessions set search_text = null where id = ?")
      .bind(made["alpha"]?.id)
      .run();
    await made["beta"]?.update({ note: "Changed." });
    expect((await list("search=aLPHA")).names).toEqual(["alpha"]);
  });

  it("limits searches, and not the plain list", async () => {
    const settings = { ...TEAM, RATE_SEARCHES_PER_MINUTE: "1" };
    const headers = { "X-Auth-User": `searcher-${crypto.randomUUID()}` };
    const ask = async (query: string) =>
      (await requestWith(settings, `/api/analyze/sessions${query}`, { headers })).status;
    expect([
      await ask("?search=a"),
      await ask("?search=a"),
      await ask("?tag=a"),
      await ask(""),
    ]).toEqual([200, 429, 429, 200]);
  });
});

describe("the title of a session", () => {
  it("is its name, else that of its file, else the first line of its text", async () => {
    expect((await list("order=oldest")).body.map(({ name, title }) => [name, title])).toEqual([
      ["Alpha 100%", "Alpha 100%"],
      ["beta", "beta"],
      [null, "Ein Bericht über Müllerbär"],
    ]);
  });

  it.each([
    ["\n\n  ## The report ##\nmore", "The report"],
    ["----\n12\nTLP:CLEAR\nMay 12, 2026\nPage 1 of 3\nA title", "A title"],
    ["May 2026 was a bad month", "May 2026 was a bad month"],
    ["title: A21: The malware\nurl: x", "A21: The malware"],
    ["1 | 2\n***\nA tale of\ttwo\u0000 banks", "A tale of two banks"],
    [`${"word ".repeat(60)}\nnext`, `${"word ".repeat(24).trim().slice(0, 119)}…`],
    ["一二三四五六", "一二三四五六"],
    ["1.2.3\n--", null],
    ["", null],
  ])("of %j is %j", (text, title) => {
    expect(firstTitle(outlineText(text))).toBe(title);
  });
});
