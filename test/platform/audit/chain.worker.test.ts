import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditView } from "../../../src/platform/audit/schema.ts";
import { request, requestJson } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";

beforeAll(markReady);

const PATH = "/api/pipeline/audit";

interface Verdict {
  valid: boolean;
  rows: number;
  first_broken: { seq: number; id: string | null; reason: string } | null;
  head: string;
}

let counter = 0;
async function mutate(): Promise<void> {
  counter += 1;
  await request("/api/pipeline/observables", {
    method: "POST",
    body: JSON.stringify({ kind: "cve", value: `CVE-2026-${100_000 + counter}` }),
  });
}

const verify = async () => (await requestJson<Verdict>(`${PATH}/verify`)).body;
const run = async (sql: string) => await env.WORKSPACE_DB.prepare(sql).run();

/** Takes the guards away, as somebody with the file in hand can. */
async function unguard(): Promise<void> {
  for (const name of [
    "audit_no_update",
    "audit_no_delete",
    "audit_no_replace",
    "audit_seals_no_delete",
  ]) {
    await run(`drop trigger if exists ${name}`);
  }
}

/** Takes the seals of removed rows away as well. */
async function unseal(sql: string): Promise<void> {
  const [, where = ""] = /^delete from audit( where seq > 3)?$/.exec(sql) ?? [];
  if (sql === "delete from audit" || where !== "") await run(`delete from audit_seals${where}`);
}

beforeEach(async () => {
  for (let i = 0; i < 5; i += 1) await mutate();
});

describe("the audit trail", () => {
  it("is chained from its first row on", async () => {
    const { body } = await requestJson<AuditView[]>(`${PATH}?limit=200`);
    expect(body.length).toBeGreaterThanOrEqual(5);
    const inOrder = body.toReversed();
    let previous = "0".repeat(64);
    for (const row of inOrder) {
      expect(row.prev_hash).toBe(previous);
      expect(row.hash).toMatch(/^[0-9a-f]{64}$/);
      previous = row.hash ?? "";
    }
    expect(await verify()).toEqual({
      valid: true,
      rows: body.length,
      first_broken: null,
      reason: null,
      head: previous,
      under_key_from: 1,
      key_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it.each([
    "update audit set actor = 'eve' where seq = 1",
    "delete from audit where seq = 1",
    "update audit_seals set hash = '' where seq = 1",
    "delete from audit_seals",
    "replace into audit_seals select seq, prev_hash, 'x', mac from audit_seals where seq = 1",
    "replace into audit_seals select seq, prev_hash, hash, null from audit_seals where seq = 1",
    "replace into audit select seq, id, 'eve', action, object_type, object_id, details, created_at, mac from audit where seq = 1",
  ])("is kept by the database itself from %s", async (sql) => {
    await verify();
    await expect(run(sql)).rejects.toThrow(/append-only|UNIQUE|constraint/i);
    expect((await verify()).valid).toBe(true);
  });

  it("is one chain although many write and read it at once", async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await mutate();
        if (i % 4 === 0) await verify();
      }),
    );
    const verdict = await verify();
    const count = await env.WORKSPACE_DB.prepare("select count(*) as n from audit").first<{
      n: number;
    }>();
    expect(verdict).toMatchObject({ valid: true, rows: count?.n });
  });

  it("is filtered by actor, action, object and time", async () => {
    const { body } = await requestJson<AuditView[]>(`${PATH}?action=observable.create&limit=1`);
    const [row] = body;
    const total = async (query: string) =>
      (await request(`${PATH}?${query}`)).headers.get("X-Total-Count");
    expect(await total(`object_id=${row?.object_id}`)).toBe("1");
    expect(await total("actor=nobody")).toBe("0");
    expect(await total("since=2999-01-01T00:00:00Z")).toBe("0");
    expect(Number(await total("until=2999-01-01T00:00:00%2B02:00"))).toBeGreaterThan(0);
    expect((await request(`${PATH}?since=yesterday`)).status).toBe(422);
    expect((await request(`${PATH}?action=nothing`)).status).toBe(422);
  });

  it("is exported in order, row by row", async () => {
    const response = await request(`${PATH}/export?object_type=observable`);
    const lines = new TextDecoder()
      .decode(await response.arrayBuffer())
      .trim()
      .split("\n");
    const rows = lines.map((line) => JSON.parse(line) as AuditView);
    expect(rows.map(({ created_at: at }) => at)).toEqual(
      rows.map(({ created_at: at }) => at).sort(),
    );
    expect(rows.every(({ hash }) => hash !== null)).toBe(true);
  });

  it.each([
    ["update audit set actor = 'eve' where seq = 2", 2, "was changed"],
    ["update audit set details = replace(details, 'cve', 'cvf') where seq = 3", 3, "was changed"],
    ["update audit set created_at = '2020-01-01T00:00:00.000Z' where seq = 4", 4, "was changed"],
    ["delete from audit where seq = 3", 3, "was removed"],
    ["delete from audit_seals where seq = 2", 2, "slipped in"],
    ["delete from audit where seq > 3", 4, "was removed"],
    ["delete from audit", 1, "was removed"],
  ])("shows %s", async (sql, seq, reason) => {
    await verify();
    await unguard();
    await run("create table kept_rows as select * from audit");
    await run("create table kept_seals as select * from audit_seals");
    await run(sql);
    if (sql.startsWith("delete from audit ") || sql.endsWith("audit")) await unseal(sql);
    const verdict = await verify();
    expect(verdict).toMatchObject({ valid: false, rows: seq - 1, first_broken: { seq } });
    expect(verdict.first_broken?.reason).toContain(reason);
    for (const [table, kept] of [
      ["audit", "kept_rows"],
      ["audit_seals", "kept_seals"],
    ]) {
      await run(`delete from ${table}`);
      await run(`insert into ${table} select * from ${kept}`);
      await run(`drop table ${kept}`);
    }
    expect((await verify()).valid).toBe(true);
  });

  it("shows that its end was cut off, whatever is written afterwards", async () => {
    const { rows } = await verify();
    await unguard();
    await run(`delete from audit where seq > ${rows - 2}`);
    await run(`delete from audit_seals where seq > ${rows - 2}`);
    expect(await verify()).toMatchObject({ valid: false, first_broken: { seq: rows - 1 } });
    for (let i = 0; i < 5; i += 1) await mutate();
    expect(await verify()).toMatchObject({ valid: false, first_broken: { seq: rows - 1 } });
  });
});
