import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { expireToken } from "../../support/tokens.ts";
import { markReady } from "../../support/ready.ts";
import { requestWith, TEAM } from "../../support/team.ts";

interface Created {
  id: string;
  token: string;
  expires_at: string;
}

beforeAll(markReady);

const user = (role: string, name = "ann@example.org") => ({
  "X-Auth-User": name,
  "X-Auth-Roles": role,
});
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const json = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });

async function send(
  path: string,
  headers: Record<string, string>,
  init: RequestInit = {},
  settings: Record<string, string> = TEAM,
) {
  const response = await requestWith(settings, path, { ...init, headers });
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, body };
}

async function create(more: object = {}, headers = user("analyst")): Promise<Created> {
  const { status, body } = await send(
    "/api/tokens",
    headers,
    json({ name: "Import", role: "analyst", ...more }),
  );
  expect(status).toBe(201);
  return body as unknown as Created;
}

describe("an API token", () => {
  it("identifies its owner with the role of the token, in team mode and locally", async () => {
    const { token } = await create({ role: "viewer" });
    const me = { name: "ann@example.org (Import)", role: "viewer" };
    expect((await send("/api/me", bearer(token))).body).toMatchObject(me);
    expect((await send("/api/me", bearer(token), {}, {})).body).toMatchObject(me);
    const secret = { AUTH_ENABLED: "true", PROXY_SECRET: "a-secret-of-the-proxy" };
    expect((await send("/api/me", bearer(token), {}, secret)).body).toMatchObject(me);
  });

  it("outranks the identity headers, which anyone can add", async () => {
    const { token } = await create({ role: "viewer" });
    const both = { ...user("admin", "eve"), ...bearer(token) };
    expect((await send("/api/me", both)).body).toMatchObject({ role: "viewer" });
    expect((await send("/api/layers", both, json({ name: "L", technique_ids: [] }))).status).toBe(
      403,
    );
  });

  it("is recorded in the audit trail as owner and name", async () => {
    const { token } = await create({ name: "Nightly\u202e" });
    const saved = await send(
      "/api/layers",
      bearer(token),
      json({ name: "L", technique_ids: ["T1566"] }),
    );
    expect(saved.status).toBe(201);
    const row = await env.WORKSPACE_DB.prepare("select actor from audit where object_id = ?")
      .bind(saved.body["layer_id"])
      .first();
    expect(row).toEqual({ actor: "ann@example.org (Nightly)" });
  });

  it("is answered once, and stored only as a hash", async () => {
    const { id, token } = await create();
    expect(token).toMatch(/^tradecraft_[\w-]{43}$/);
    const row = await env.WORKSPACE_DB.prepare("select * from api_tokens where id = ?")
      .bind(id)
      .first();
    expect(row).toMatchObject({ hint: token.slice(0, 17) });
    expect(JSON.stringify(row)).not.toContain(token);
    const listed = await send("/api/tokens", user("analyst"));
    expect(listed.body).toContainEqual(expect.objectContaining({ id, is_expired: false }));
    expect(JSON.stringify(listed.body)).not.toContain(token);
    const trail = await env.WORKSPACE_DB.prepare("select * from audit where object_id = ?")
      .bind(id)
      .all();
    expect(trail.results).toHaveLength(1);
    expect(JSON.stringify(trail.results)).not.toContain(token.slice(0, 17));
  });

  it.each(["tradecraft_", "tradecraft_unknown", `tradecraft_${"A".repeat(43)}`])(
    "fails with 401 where it is unknown: %s",
    async (token) => {
      for (const settings of [TEAM, {}]) {
        const { status, body } = await send("/api/me", bearer(token), {}, settings);
        expect([status, body["code"]]).toEqual([401, "authentication_required"]);
      }
    },
  );

  it("fails after it was revoked, also for an answer that is cached", async () => {
    const { id, token } = await create();
    expect((await send("/api/attack/versions", bearer(token))).status).toBe(200);
    expect((await send(`/api/tokens/${id}`, user("analyst"), { method: "DELETE" })).status).toBe(
      204,
    );
    expect((await send("/api/attack/versions", bearer(token))).status).toBe(401);
    expect((await send(`/api/tokens/${id}`, user("analyst"), { method: "DELETE" })).status).toBe(
      404,
    );
  });

  it("fails after it expired, which the list shows", async () => {
    const { id, token } = await create({ expires_in_days: 1 });
    await expireToken(id);
    expect((await send("/api/me", bearer(token))).status).toBe(401);
    const { body } = await send("/api/tokens", user("analyst"));
    expect(body).toContainEqual(expect.objectContaining({ id, is_expired: true }));
  });

  it("notes its last use once an hour", async () => {
    const { id, token } = await create();
    const lastUse = async () =>
      await env.WORKSPACE_DB.prepare("select last_used_at from api_tokens where id = ?")
        .bind(id)
        .first("last_used_at");
    expect(await lastUse()).toBeNull();
    await send("/api/me", bearer(token));
    const first = await lastUse();
    expect(first).toEqual(expect.any(String));
    await send("/api/me", bearer(token));
    expect(await lastUse()).toBe(first);
  });

  it("leaves bearer tokens of others to the proxy", async () => {
    const foreign = { Authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln" };
    expect((await send("/api/me", { ...user("analyst"), ...foreign })).body).toMatchObject({
      name: "ann@example.org",
    });
    expect((await send("/api/me", foreign, {}, {})).body).toMatchObject({ role: "admin" });
  });
});

describe("managing API tokens", () => {
  it("gives nobody a role above their own", async () => {
    const order = json({ name: "Root", role: "admin" });
    const { status, body } = await send("/api/tokens", user("analyst"), order);
    expect([status, body["code"]]).toEqual([403, "role_required"]);
    expect(
      (await send("/api/tokens", user("viewer"), json({ name: "V", role: "viewer" }))).status,
    ).toBe(403);
    expect((await send("/api/tokens", user("admin"), order)).status).toBe(201);
  });

  it("is closed to tokens, which could otherwise outlive their own end", async () => {
    const { id, token } = await create({ role: "admin" }, user("admin"));
    const order = json({ name: "Next", role: "admin" });
    expect((await send("/api/tokens", bearer(token), order)).status).toBe(403);
    expect((await send(`/api/tokens/${id}`, bearer(token), { method: "DELETE" })).status).toBe(403);
  });

  it("shows analysts their own, and admins everyone's", async () => {
    const { id } = await create();
    const ben = user("analyst", "ben@example.org");
    const others = await send("/api/tokens", ben);
    expect(others.body).not.toContainEqual(expect.objectContaining({ id }));
    expect((await send(`/api/tokens/${id}`, ben, { method: "DELETE" })).status).toBe(404);
    const admin = user("admin", "root@example.org");
    const all = await send("/api/tokens?limit=200", admin);
    expect(all.body).toContainEqual(expect.objectContaining({ id, owner: "ann@example.org" }));
    expect((await send(`/api/tokens/${id}`, admin, { method: "DELETE" })).status).toBe(204);
  });

  it.each([
    [{ role: "analyst" }, "/name"],
    [{ name: " \u202e ", role: "analyst" }, "/name"],
    [{ name: "N".repeat(81), role: "analyst" }, "/name"],
    [{ name: "N", role: "root" }, "/role"],
    [{ name: "N", role: "analyst", expires_in_days: 366 }, "/expires_in_days"],
    [{ name: "N", role: "analyst", expires_in_days: 0 }, "/expires_in_days"],
    [{ name: "N", role: "analyst", token: "mine" }, "/token"],
  ])("rejects %j", async (order, pointer) => {
    const { status, body } = await send("/api/tokens", user("analyst"), json(order));
    expect([status, body["errors"]]).toMatchObject([422, [{ pointer }]]);
  });

  it("stops at 50 of a user, also where many are created at the same time", async () => {
    const cat = user("analyst", "cat@example.org");
    const order = json({ name: "One of many", role: "viewer" });
    const answers = await Promise.all(
      Array.from({ length: 55 }, async () => await send("/api/tokens", cat, order)),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(50);
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
      code: "quota_exceeded",
    });
  });
});
