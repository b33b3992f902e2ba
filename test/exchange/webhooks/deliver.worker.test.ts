import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { RETRY_SECONDS } from "../../../src/exchange/webhooks/vocabulary.ts";
import { request, requestJson } from "../../support/service.ts";
import { markReady } from "../../support/ready.ts";
import {
  createWebhook,
  deliverDue,
  listDeliveries,
  receiverServices,
  removeWebhooks,
} from "../../support/webhooks.ts";

beforeAll(markReady);
afterEach(removeWebhooks);

const post = { method: "POST" };
const sendTest = async (id: string) => {
  const { status, body } = await requestJson<{ id: string }>(`/api/webhooks/${id}/test`, post);
  expect(status).toBe(202);
  return body.id;
};
const webhookOf = async (id: string) => {
  const { body } = await requestJson<Record<string, unknown>[]>("/api/webhooks");
  return body.find((one) => one["id"] === id) ?? {};
};
const status =
  (code: number, headers = {}) =>
  () =>
    new Response(null, { status: code, headers });

describe("a delivery", () => {
  it("is sent once, signed, with the id that the list shows", async () => {
    const { services, received } = receiverServices();
    const { id } = await createWebhook({ name: "Оперативный центр 安全" });
    await sendTest(id);
    await deliverDue(services);
    await deliverDue(services);
    const [delivery] = await listDeliveries(id);
    expect(delivery).toMatchObject({ state: "delivered", attempts: 1, status_code: 200 });
    expect(received).toHaveLength(1);
    expect(received[0]?.headers).toMatchObject({
      "webhook-id": delivery?.message_id,
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      "content-type": "application/json; charset=utf-8",
    });
    expect(received[0]?.body).toMatchObject({
      type: "webhook.test",
      data: { name: "Оперативный центр 安全" },
    });
  });

  it("that fails is repeated by the schedule with one id, then dead, and can be sent again", async () => {
    let code = 500;
    const { services, received, clock } = receiverServices(() => status(code)());
    const { id } = await createWebhook();
    const delivery = await sendTest(id);
    await deliverDue(services);
    for (const [place, pause] of RETRY_SECONDS.entries()) {
      expect((await listDeliveries(id))[0]).toMatchObject({
        state: "pending",
        attempts: place + 1,
      });
      clock.seconds += pause - 1;
      await deliverDue(services);
      expect(received).toHaveLength(place + 1);
      clock.seconds += 1;
      await deliverDue(services);
      expect(received).toHaveLength(place + 2);
    }
    const error = "hooks.unit.dev answers with HTTP 500.";
    const dead = { state: "dead", attempts: 8, next_attempt_at: null, status_code: 500, error };
    expect((await listDeliveries(id, "&state=dead"))[0]).toMatchObject(dead);
    expect(await webhookOf(id)).toMatchObject({ dead: 1, pending: 0, enabled: true });
    code = 200;
    const path = `/api/webhooks/${id}/deliveries/${delivery}/resend`;
    expect((await request(path, post)).status).toBe(202);
    expect((await request(path, post)).status).toBe(409);
    await deliverDue(services);
    expect((await listDeliveries(id))[0]).toMatchObject({ state: "delivered", attempts: 1 });
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it("waits as long as the receiver asks", async () => {
    const { services, received, clock } = receiverServices(status(429, { "Retry-After": "600" }));
    const { id } = await createWebhook();
    await sendTest(id);
    await deliverDue(services);
    clock.seconds += 599;
    await deliverDue(services);
    expect(received).toHaveLength(1);
    clock.seconds += 1;
    await deliverDue(services);
    expect(received).toHaveLength(2);
  });

  it("does not follow a redirect, and says so", async () => {
    const location = { Location: "http://169.254.169.254/latest" };
    const { services, received } = receiverServices(status(307, location));
    const { id } = await createWebhook();
    await sendTest(id);
    await deliverDue(services);
    expect(received.map(({ url }) => new URL(url).host)).toEqual(["hooks.unit.dev"]);
    expect((await listDeliveries(id))[0]?.error).toBe(
      "hooks.unit.dev redirects (HTTP 307), which is not followed; set the URL that it redirects to.",
    );
  });

  it("shows a reason of one line, and nothing that may repeat the URL", async () => {
    const answers = ["invalid_payload", "No route for /in/a-secret-path", "x".repeat(100_000)];
    const { services } = receiverServices(
      () => new Response(answers.shift() ?? "", { status: 404 }),
    );
    const { id } = await createWebhook();
    for (const shown of [": invalid_payload.", ".", "."]) {
      await sendTest(id);
      await deliverDue(services);
      expect((await listDeliveries(id))[0]?.error).toBe(
        `hooks.unit.dev answers with HTTP 404${shown}`,
      );
    }
  });

  it("that cannot be connected names the host alone", async () => {
    const { services } = receiverServices(() => Promise.reject(new Error("refused")));
    const { id } = await createWebhook();
    await sendTest(id);
    await deliverDue(services);
    expect((await listDeliveries(id))[0]).toMatchObject({
      status_code: null,
      error: "hooks.unit.dev cannot be reached, or broke off.",
    });
  });
});

describe("a receiver", () => {
  it("that answers 410 is disabled at once, with what waits for it", async () => {
    const { services, received } = receiverServices(status(410));
    const { id } = await createWebhook();
    await sendTest(id);
    await sendTest(id);
    await deliverDue(services);
    expect(received).toHaveLength(1);
    expect(await webhookOf(id)).toMatchObject({
      enabled: false,
      disabled_reason: "The receiver answered HTTP 410: it wants no more events.",
      dead: 2,
    });
    expect((await request(`/api/webhooks/${id}/test`, post)).status).toBe(409);
    expect((await request(`/api/webhooks/${id}/resend-dead`, post)).status).toBe(409);
  });

  it("that fails for three days is disabled with the reason, and starts anew when enabled", async () => {
    const { services, received, clock } = receiverServices(status(503));
    const { id } = await createWebhook();
    await sendTest(id);
    await deliverDue(services);
    clock.seconds = 4 * 24 * 3600;
    await deliverDue(services);
    const { disabled_reason: reason, ...shown } = await webhookOf(id);
    expect(shown).toMatchObject({ enabled: false, dead: 1 });
    expect(reason).toMatch(
      /^Every attempt since .* failed\. The last one: hooks\.unit\.dev answers/,
    );
    const { body: trail } = await requestJson<{ action: string; actor: string }[]>(
      `/api/pipeline/audit?object_id=${id}&action=webhook.update`,
    );
    expect(trail).toMatchObject([{ actor: "service" }]);
    const enable = { method: "PATCH", body: JSON.stringify({ enabled: true }) };
    const { body } = await requestJson(`/api/webhooks/${id}`, enable);
    expect(body).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
    const { body: resent } = await requestJson(`/api/webhooks/${id}/resend-dead`, post);
    expect(resent).toEqual({ resent: 1 });
    await deliverDue(services);
    expect(received).toHaveLength(3);
  });

  it("that recovers is not failing any more", async () => {
    let code = 500;
    const { services, clock } = receiverServices(() => status(code)());
    const { id } = await createWebhook();
    await sendTest(id);
    await deliverDue(services);
    expect((await webhookOf(id))["failing_since"]).not.toBeNull();
    code = 204;
    clock.seconds = 5;
    await deliverDue(services);
    expect(await webhookOf(id)).toMatchObject({ failing_since: null });
  });
});

describe("the secret of a webhook", () => {
  it("that is replaced still signs for a day, beside the new one", async () => {
    const { services, received, clock } = receiverServices();
    const { id, secret } = await createWebhook();
    const rotated = await requestJson<{ secret: string; previous_secret_until: string }>(
      `/api/webhooks/${id}/rotate`,
      post,
    );
    expect(rotated.body.secret).not.toBe(secret);
    expect(rotated.body.previous_secret_until).not.toBeNull();
    await sendTest(id);
    await deliverDue(services);
    expect(received[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    await sendTest(id);
    clock.seconds = 24 * 3600 + 1;
    await deliverDue(services);
    expect(received[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  it("and the URL are stored encrypted, and appear in no answer and in no entry of the trail", async () => {
    const { id, secret } = await createWebhook();
    const bytes = secret.slice("whsec_".length);
    await requestJson(`/api/webhooks/${id}`, {
      method: "PATCH",
      body: JSON.stringify({ url: "https://hooks.unit.dev/in/a-secret-path/2" }),
    });
    const row = await env.WORKSPACE_DB.prepare("select * from webhooks where id = ?")
      .bind(id)
      .first();
    const { body: trail } = await requestJson(`/api/pipeline/audit?object_id=${id}`);
    const { body: list } = await requestJson("/api/webhooks");
    for (const shown of [row, trail, list]) {
      expect(JSON.stringify(shown)).toContain("hooks.unit.dev");
      expect(JSON.stringify(shown)).not.toContain("a-secret-path");
      expect(JSON.stringify(shown)).not.toContain(bytes);
    }
  });

  it("that cannot be decrypted any more disables the webhook, with what to do", async () => {
    const { services, received } = receiverServices();
    const { id } = await createWebhook();
    await env.WORKSPACE_DB.prepare("update webhooks set sealed = 'x:y:z' where id = ?")
      .bind(id)
      .run();
    await sendTest(id);
    await deliverDue(services);
    expect(received).toEqual([]);
    const { disabled_reason: reason } = await webhookOf(id);
    expect(reason).toContain("delete the webhook and create it again");
    expect((await request(`/api/webhooks/${id}/rotate`, post)).status).toBe(409);
  });
});
