import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { MAX_WEBHOOKS } from "../../../src/exchange/webhooks/vocabulary.ts";
import { PRIVATE_HOSTS } from "../../support/private-hosts.ts";
import { markReady } from "../../support/ready.ts";
import { request, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";
import { createWebhook, RECEIVER, removeWebhooks } from "../../support/webhooks.ts";

beforeAll(markReady);
afterEach(removeWebhooks);

const json = (body: unknown, method = "POST") => ({ method, body: JSON.stringify(body) });
const FIELDS = { name: "SOC", url: RECEIVER, event_types: ["analysis.signed"] };
const refusalOf = async (fields: object) => {
  const { status, body } = await requestJson("/api/webhooks", json({ ...FIELDS, ...fields }));
  return { status, text: JSON.stringify(body) };
};

describe("webhooks", () => {
  it("are created, listed without URL and secret, changed and deleted", async () => {
    const { status, body } = await requestJson(
      "/api/webhooks",
      json({ ...FIELDS, shape: "slack" }),
    );
    expect(status).toBe(201);
    const { secret, ...shown } = body;
    expect(secret).toMatch(/^whsec_/);
    expect(shown).toMatchObject({ host: "hooks.unit.dev", shape: "slack", enabled: true });
    const { body: list, headers } = await requestJson("/api/webhooks");
    expect(list).toEqual([shown]);
    expect(headers.get("X-Total-Count")).toBe("1");
    const path = `/api/webhooks/${String(body["id"])}`;
    const types = ["source.failing", "sync.failed", "sync.failed"];
    const { body: after } = await requestJson(path, json({ event_types: types }, "PATCH"));
    expect(after["event_types"]).toEqual(["sync.failed", "source.failing"]);
    expect((await request(path, { method: "DELETE" })).status).toBe(204);
    expect((await request(path, { method: "DELETE" })).status).toBe(404);
  });

  it("that stay as they are leave no entry in the trail", async () => {
    const { id } = await createWebhook(FIELDS);
    for (const fields of [{}, { url: RECEIVER }, { name: "SOC", enabled: true }]) {
      expect((await request(`/api/webhooks/${id}`, json(fields, "PATCH"))).status).toBe(200);
    }
    const trail = `/api/pipeline/audit?object_id=${id}&action=webhook.update`;
    expect((await requestJson(trail)).body).toEqual([]);
    await request(`/api/webhooks/${id}`, json({ url: `${RECEIVER}/2`, name: "New" }, "PATCH"));
    const { body } = await requestJson<{ details: object }[]>(trail);
    expect(body[0]?.details).toMatchObject({ changed: ["name", "url"] });
  });

  it("send to public addresses with TLS only, and the refusal does not repeat the URL", async () => {
    for (const host of PRIVATE_HOSTS) {
      const { status } = await refusalOf({ url: `https://${host}/secret` });
      expect([host, status]).toEqual([host, 422]);
    }
    const others = ["http://hooks.unit.dev/secret", "https://a:secret@hooks.unit.dev", "secret"];
    for (const url of others) {
      const { status, text } = await refusalOf({ url });
      expect([url, status]).toEqual([url, 422]);
      expect(text).not.toContain("secret");
    }
  });

  it("are refused with fields that mean nothing", async () => {
    for (const fields of [
      { event_types: [] },
      { event_types: ["webhook.test"] },
      { shape: "discord" },
      { name: " \u200b " },
      { secret: "whsec_mine" },
    ]) {
      expect([fields, (await refusalOf(fields)).status]).toEqual([fields, 422]);
    }
    const { id } = await createWebhook();
    const path = `/api/webhooks/${id}`;
    expect((await request(path, json({ shape: "teams" }, "PATCH"))).status).toBe(422);
    expect((await request(`${path}/deliveries?state=lost`)).status).toBe(422);
    const none = `${path}/deliveries/00000000-0000-4000-8000-000000000000/resend`;
    expect((await request(none, { method: "POST" })).status).toBe(404);
  });

  it("are as many as the limit", async () => {
    for (let n = 0; n < MAX_WEBHOOKS; n += 1) await createWebhook({ name: `Number ${n}` });
    expect((await refusalOf({})).status).toBe(507);
  });

  it("are for admins, and for pages of our own origin", async () => {
    const { id } = await createWebhook();
    const as = (role: string) => ({ "X-Auth-User": "ann@example.org", "X-Auth-Roles": role });
    const calls = [
      ["GET", "/api/webhooks"],
      ["POST", "/api/webhooks"],
      ["PATCH", `/api/webhooks/${id}`],
      ["DELETE", `/api/webhooks/${id}`],
      ["POST", `/api/webhooks/${id}/rotate`],
      ["POST", `/api/webhooks/${id}/test`],
      ["GET", `/api/webhooks/${id}/deliveries`],
      ["POST", `/api/webhooks/${id}/resend-dead`],
    ] as const;
    for (const [method, path] of calls) {
      for (const role of ["viewer", "analyst"]) {
        const { status } = await requestWith(TEAM, path, { method, headers: as(role) });
        expect([role, method, path, status]).toEqual([role, method, path, 403]);
      }
      if (method === "GET") continue;
      const headers = { ...as("admin"), "Sec-Fetch-Site": "cross-site" };
      const response = await requestWith(TEAM, path, { method, headers });
      expect([path, await response.json()]).toMatchObject([path, { code: "cross_origin" }]);
    }
    const own = await requestWith(TEAM, "/api/webhooks", { headers: as("admin") });
    expect(own.status).toBe(200);
  });
});
