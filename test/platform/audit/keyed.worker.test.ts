import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { headText } from "../../../src/platform/audit/chain.ts";
import { commit } from "../../../src/platform/audit/commit.ts";
import { type AuditVerdict } from "../../../src/platform/audit/schema.ts";
import { sealAudit } from "../../../src/platform/audit/seal-audit.ts";
import { verifyAudit } from "../../../src/platform/audit/verify-audit.ts";
import { type Services, servicesOf } from "../../../src/services.ts";
import { sha256 } from "../../../src/platform/audit/digest.ts";

const HEAD = "audit/head.json";
const OTHER_KEY = "another-key-of-at-least-32-characters";
const context = servicesOf(env);
const KEY = context.settings.AUDIT_KEY ?? "";
const contextWith = (settings: Record<string, string>) => servicesOf({ ...env, ...settings });
const run = async (sql: string) => await env.WORKSPACE_DB.prepare(sql).run();
const verify = async (by: Services = context): Promise<AuditVerdict> => await verifyAudit(by);

/** Writes a row as a verb does, and does not seal it. */
async function write(n: number, by: Services = context): Promise<void> {
  await commit(by, {
    act: {
      actor: "ann",
      action: "session.review",
      object: ["session", `s-${n}`],
      details: { n },
    },
    when: "always",
    parts: [],
  });
}

/** The trail as it is right after the first start. */
async function wipe(): Promise<void> {
  for (const name of ["no_update", "no_delete", "no_replace"]) {
    await run(`drop trigger if exists audit_${name}`);
    await run(`drop trigger if exists audit_seals_${name}`);
  }
  await run("delete from audit");
  await run("delete from audit_seals");
  await run("delete from sqlite_sequence where name = 'audit'");
  await env.FILES.delete(HEAD);
}

/** Chains all rows anew, as somebody can who knows the code and not the key; what MACs fit are kept. */
async function rechain(): Promise<{ seq: number; hash: string }> {
  const seals = await env.WORKSPACE_DB.prepare("select hash, mac from audit_seals").all();
  const macs = new Map(seals.results.map(({ hash, mac }) => [hash, mac]));
  const { results } = await env.WORKSPACE_DB.prepare("select * from audit order by seq").all();
  await run("delete from audit_seals");
  let end = { seq: 0, hash: "0".repeat(64) };
  for (const row of results as Record<string, string | number>[]) {
    const { seq, id, actor, action, object_type: type, object_id: object, details } = row;
    const fields = [end.hash, seq, id, actor, action, type, object, details, row["created_at"]];
    const hash = sha256(JSON.stringify(fields));
    await env.WORKSPACE_DB.prepare("insert into audit_seals values (?, ?, ?, ?)")
      .bind(seq, end.hash, hash, macs.get(hash) ?? null)
      .run();
    end = { seq: Number(seq), hash };
  }
  return end;
}

beforeEach(async () => {
  await wipe();
  for (let n = 1; n <= 4; n += 1) await write(n);
  expect(await verify()).toMatchObject({ valid: true, rows: 4, under_key_from: 1, reason: null });
});

describe("a trail under a key", () => {
  it.each([
    ["is gone", async () => await env.FILES.delete(HEAD), "is missing"],
    ["is empty", async () => await env.FILES.put(HEAD, ""), "cannot be read"],
    ["is no head", async () => await env.FILES.put(HEAD, '{"seq":"4"}'), "cannot be read"],
    ["is null", async () => await env.FILES.put(HEAD, "null"), "cannot be read"],
    [
      "is one of before there was a key",
      async () => {
        await run("update audit_seals set mac = null");
        await env.FILES.put(HEAD, JSON.stringify(await rechain()));
      },
      "is not authenticated by the key",
    ],
    [
      "was changed",
      async () => {
        const text = await (await env.FILES.get(HEAD))?.text();
        await env.FILES.put(HEAD, (text ?? "").replace('"seq":4', '"seq":3'));
      },
      "was changed",
    ],
    [
      "is signed by another key",
      async () => {
        const head = { seq: 0, hash: "0".repeat(64), from: 1, at: context.now() };
        const mac = contextWith({ AUDIT_KEY: OTHER_KEY }).auditKeys.sign(headText(head));
        await env.FILES.put(HEAD, JSON.stringify({ ...head, mac }));
      },
      "was authenticated by a key that is not known here",
    ],
  ])(
    "is not valid when its head %s, whatever is written afterwards",
    async (_what, harm, reason) => {
      await harm();
      const verdict = await verify();
      expect(verdict.valid).toBe(false);
      expect(verdict.reason).toContain(`The head of the chain, audit/head.json, ${reason}`);
      await write(5);
      await sealAudit(context);
      expect((await verify()).reason).toContain(reason);
    },
  );

  it("shows rows that were cut off together with the head", async () => {
    for (const table of ["audit", "audit_seals"]) await run(`delete from ${table} where seq > 2`);
    await env.FILES.delete(HEAD);
    expect(await verify()).toMatchObject({ valid: false, rows: 2 });
    await write(5);
    expect((await verify()).reason).toContain("is missing");
  });

  it("shows that all of it was wiped out, where no new trail may begin", async () => {
    await wipe();
    const kept = contextWith({ AUDIT_ADOPT: "false" });
    expect(await verify(kept)).toMatchObject({ valid: false, rows: 0, first_broken: null });
    await write(1);
    expect((await verify(kept)).reason).toContain("is missing");
  });

  it("shows a row that was changed before it was sealed", async () => {
    await write(5);
    await run("update audit set actor = 'eve' where seq = 5");
    const reason = "Row 5 was changed before it was sealed.";
    expect(await verify()).toMatchObject({
      valid: false,
      rows: 4,
      first_broken: { seq: 5 },
      reason,
    });
    await write(6);
    expect(await verify()).toMatchObject({ valid: false, reason });
  });

  it("shows a row that the service did not write", async () => {
    await run(`insert into audit select null, 'x', actor, action, object_type, object_id, details,
      created_at, null from audit where seq = 4`);
    const reason = "Row 5 was not written by the service.";
    expect(await verify()).toMatchObject({ valid: false, rows: 4, reason });
  });

  it("shows a row that was not sealed for more than a minute", async () => {
    const now = (offset = 0) => context.now(offset - 61);
    await write(5, { ...context, now });
    const reason = "Row 5 was not sealed within a minute.";
    expect(await verify()).toMatchObject({ valid: false, first_broken: { seq: 5 }, reason });
    await write(6, { ...context, now: (offset = 0) => context.now(offset - 30) });
    expect(await verify()).toMatchObject({ valid: true, rows: 6 });
  });

  it("shows a change after which all was chained anew without the key", async () => {
    await run("update audit set actor = 'eve' where seq = 2");
    const { hash } = await rechain();
    expect(await verify()).toMatchObject({ valid: false, rows: 1, first_broken: { seq: 2 } });
    const head = await (await env.FILES.get(HEAD))?.json<object>();
    await env.FILES.put(HEAD, JSON.stringify({ ...head, hash }));
    expect(await verify()).toMatchObject({ valid: false });
  });

  it("shows seals that were made without the key", async () => {
    await run("update audit_seals set mac = null where seq = 2");
    const reason = "Row 2 has a seal that the service did not make.";
    expect(await verify()).toMatchObject({ valid: false, reason });
  });

  it("goes on when its head is behind, as after a crash between seal and head", async () => {
    const head = await (await env.FILES.get(HEAD))?.text();
    await write(5);
    await sealAudit(context);
    await env.FILES.put(HEAD, head ?? "");
    await sealAudit(context);
    expect(await (await env.FILES.get(HEAD))?.json()).toMatchObject({ seq: 5 });
    expect(await verify()).toMatchObject({ valid: true, rows: 5 });
  });
});

describe("a trail from before there was a key", () => {
  beforeEach(async () => {
    await run("update audit set mac = null");
    await run("update audit_seals set mac = null");
    await env.FILES.put(HEAD, JSON.stringify(await rechain()));
  });

  it("comes under the key, and its own row says since when", async () => {
    await run(`insert into audit select null, 'not-sealed-yet', actor, action, object_type, object_id,
      details, '2026-01-01T00:00:00.000Z', null from audit where seq = 4`);
    await sealAudit(context);
    expect(await verify()).toMatchObject({ valid: true, rows: 6, under_key_from: 6 });
    const row = await env.WORKSPACE_DB.prepare("select * from audit where seq = 6").first();
    expect(row).toMatchObject({ action: "audit.key_change", actor: "service" });
    expect(JSON.parse(String(row?.["details"]))).toMatchObject({ previous: null, last_seq: 4 });
    await write(5);
    expect(await verify()).toMatchObject({ valid: true, rows: 7 });
    await run("update audit set actor = 'eve' where seq = 2");
    expect(await verify()).toMatchObject({ valid: false, rows: 1, first_broken: { seq: 2 } });
    await rechain();
    expect(await verify()).toMatchObject({ valid: false });
  });

  it("has its change-over once, however many begin at once", async () => {
    await Promise.all(Array.from({ length: 8 }, async () => await sealAudit(context)));
    expect(await verify()).toMatchObject({ valid: true, rows: 5, under_key_from: 5 });
  });

  it.each([
    ["its end was cut off", async () => await run("delete from audit_seals where seq > 2")],
    ["its head is gone", async () => await env.FILES.delete(HEAD)],
  ])("does not come under the key when %s", async (_what, harm) => {
    await run("delete from audit where seq > 2");
    await harm();
    expect(await verify()).toMatchObject({ valid: false });
    await write(5);
    await write(6);
    expect(await verify()).toMatchObject({ valid: false });
  });

  it("does not pass for one where the key is known to be in use", async () => {
    expect(await verify(contextWith({ AUDIT_ADOPT: "false" }))).toMatchObject({
      valid: false,
    });
  });
});

describe("a new key", () => {
  const later = contextWith({ AUDIT_KEY: OTHER_KEY, AUDIT_KEY_PREVIOUS: KEY });

  it("takes over from the one before it, which then is not needed any more", async () => {
    await write(5);
    expect(await verify(later)).toMatchObject({ valid: true, rows: 6, under_key_from: 6 });
    await write(7, later);
    const alone = contextWith({ AUDIT_KEY: OTHER_KEY });
    expect(await verify(alone)).toMatchObject({ valid: true, rows: 7, under_key_from: 6 });
    await run("update audit set actor = 'eve' where seq = 2");
    await rechain();
    expect(await verify(alone)).toMatchObject({ valid: false });
  });

  it("leaves nothing to the one before it", async () => {
    await verify(later);
    await write(6);
    expect(await verify(later)).toMatchObject({ valid: false, first_broken: { seq: 6 } });
  });

  it("does not take over a trail whose key is not named", async () => {
    const { reason } = await verify(contextWith({ AUDIT_KEY: OTHER_KEY }));
    expect(reason).toContain("was authenticated by a key that is not known here");
  });

  it("may be an earlier one", async () => {
    await verify(later);
    const back = contextWith({ AUDIT_KEY: KEY, AUDIT_KEY_PREVIOUS: OTHER_KEY });
    expect(await verify(back)).toMatchObject({ valid: true, rows: 6, under_key_from: 6 });
  });
});
