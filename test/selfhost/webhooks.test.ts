import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendJson } from "../support/node/collection.ts";
import { waitFor } from "../support/node/machine.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";
import { signatureOf, WebhookReceiver } from "../support/node/webhook-receiver.ts";

interface Webhook {
  id: string;
  secret: string;
  enabled: boolean;
  disabled_reason: string | null;
  pending: number;
  dead: number;
}
interface Delivery {
  state: string;
  attempts: number;
  error: string | null;
  status_code: number | null;
}

const folder = preparedFolder();
let service: RunningService;
let receiver: WebhookReceiver;
let other: WebhookReceiver;
const start = async () => await startService(folder.path, { ALLOW_PRIVATE_SOURCES: "true" });

beforeAll(async () => {
  service = await start();
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});
beforeEach(async () => {
  receiver = new WebhookReceiver();
  other = new WebhookReceiver();
  await receiver.listen();
  await other.listen();
});
afterEach(async () => {
  for (const { id } of await get<Webhook[]>("/api/webhooks?limit=200")) {
    await fetch(`${service.url}/api/webhooks/${id}`, { method: "DELETE" });
  }
  receiver.close();
  other.close();
});

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(`${service.url}${path}`)).json()) as T;
}

async function create(url: string, name = "Приёмник 接收者"): Promise<Webhook> {
  const fields = { name, url, event_types: ["intake.created"] };
  return await post<Webhook>("/api/webhooks", fields);
}

async function post<T>(path: string, body: unknown): Promise<T> {
  return (await sendJson<T>(`${service.url}${path}`, body)).body;
}

const enter = async (title: string) =>
  await post<{ id: string }>("/api/pipeline/intake", { title });
const deliveriesOf = async ({ id }: Webhook) =>
  await get<Delivery[]>(`/api/webhooks/${id}/deliveries?limit=200`);
const bundleOf = (count: number) => ({
  type: "bundle",
  id: "bundle--00000000-0000-4000-8000-000000000000",
  objects: Array.from({ length: count }, (_, n) => ({
    type: "report",
    spec_version: "2.1",
    id: `report--00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    name: `Report number ${n} of the import`,
    published: "2026-01-01T00:00:00Z",
  })),
});

/** Waits for so many requests, and answers them. */
async function receive(count: number, at = receiver) {
  await waitFor(`${count} requests`, () => (at.received.length >= count ? true : null));
  return at.received.slice(0, count);
}

describe("a webhook", () => {
  it("is sent what happened, signed, within a moment", async () => {
    const webhook = await create(`${receiver.url}/in`);
    const { id } = await enter("Новая волна атак: 新一波攻击");
    const [message] = await receive(1);
    if (message === undefined) throw new Error("no message");
    expect(message.body).toMatchObject({
      type: "intake.created",
      data: { reports: [{ report_id: id, title: "Новая волна атак: 新一波攻击" }] },
    });
    expect(message.signatures).toEqual([signatureOf(message, webhook.secret)]);
    const { secret } = await rotate(webhook);
    await enter("After the secret was replaced");
    const [, second] = await receive(2);
    if (second === undefined) throw new Error("no message");
    expect(second.signatures).toEqual(
      [secret, webhook.secret].map((one) => signatureOf(second, one)),
    );
  });

  it("that fails is sent the same again", async () => {
    let code = 500;
    receiver.answer = (response) => {
      response.writeHead(code).end("database_unavailable");
      code = 200;
    };
    const webhook = await create(receiver.url);
    await enter("A receiver that fails once");
    const [first, second] = await receive(2);
    expect(second?.id).toBe(first?.id);
    expect(second?.text).toBe(first?.text);
    await waitFor("the delivery", async () => {
      const [delivery] = await deliveriesOf(webhook);
      return delivery?.state === "delivered" && delivery.attempts === 2 ? true : null;
    });
  });

  it("that redirects into the own machine leads nowhere, and one that answers 410 is disabled", async () => {
    receiver.answer = (response, { path }) =>
      void (path === "/gone"
        ? response.writeHead(410).end()
        : response.writeHead(302, { Location: `${other.url}/inside` }).end());
    const redirecting = await create(`${receiver.url}/moved`);
    const gone = await create(`${receiver.url}/gone`);
    await enter("A receiver that redirects inside");
    await receive(2);
    const host = new URL(receiver.url).host;
    await waitFor("the failure", async () => {
      const [delivery] = await deliveriesOf(redirecting);
      const isTold = delivery?.error?.startsWith(`${host} redirects (HTTP 302)`);
      return isTold === true ? true : null;
    });
    expect(other.received).toEqual([]);
    const disabled = await waitFor("the disabled webhook", async () => {
      const webhooks = await get<Webhook[]>("/api/webhooks");
      return webhooks.find(({ id, enabled }) => id === gone.id && !enabled) ?? null;
    });
    expect(disabled).toMatchObject({ dead: 1 });
  });

  it("that hangs is left after 15 seconds, and keeps no other receiver waiting", async () => {
    receiver.answer = () => undefined;
    const hanging = await create(receiver.url);
    const quick = await create(other.url);
    for (let n = 0; n < 5; n += 1) await enter(`A receiver that hangs, number ${n}`);
    await receive(5, other);
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    await waitFor("the quick ones", async () =>
      (await deliveriesOf(quick)).every(({ state }) => state === "delivered") ? true : null,
    );
    await waitFor("the time limit", async () => {
      const failed = (await deliveriesOf(hanging)).find(({ attempts }) => attempts > 0);
      return failed?.error?.includes("15 seconds") === true ? true : null;
    });
  });

  it("is sent everything after the service was killed, each message with its own id", async () => {
    await create(receiver.url);
    const count = 12;
    let answered = 0;
    // Some have been received when the service dies, and it does not know that they were.
    receiver.answer = (response) => {
      answered += 1;
      if (answered <= 3) response.writeHead(204).end();
    };
    const titles = Array.from({ length: count }, (_, n) => `Before the power cut, number ${n}`);
    for (const title of titles) await enter(title);
    await service.killAll();
    receiver.answer = (response) => void response.writeHead(204).end();
    service = await start();
    const byId = await waitFor("every message", () => {
      const known = new Map(receiver.received.map((one) => [one.id, one]));
      return known.size >= count ? known : null;
    });
    const told = [...byId.values()].flatMap(({ body }) =>
      (body.data["reports"] as { title: string }[]).map(({ title }) => title),
    );
    expect(told.toSorted()).toEqual(titles.toSorted());
    const bodies = new Set(receiver.received.map(({ id, text }) => `${id} ${text}`));
    expect(bodies.size).toBe(count);
  });

  it("is one of 25 that a thousand deliveries go to, each once", async () => {
    for (let n = 0; n < 25; n += 1) await create(`${receiver.url}/${n}`, `Number ${n}`);
    const begun = performance.now();
    await post("/api/pipeline/import/stix", bundleOf(1_000));
    const received = await receive(1_000);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`1,000 deliveries took ${seconds} seconds.`);
    expect(new Set(received.map(({ path, id }) => `${path} ${id}`)).size).toBe(1_000);
    await waitFor("the end", async () => {
      const webhooks = await get<Webhook[]>("/api/webhooks");
      return webhooks.every(({ pending, dead }) => pending + dead === 0) ? true : null;
    });
    expect(receiver.received).toHaveLength(1_000);
  });
});

async function rotate({ id }: Webhook): Promise<Webhook> {
  const response = await fetch(`${service.url}/api/webhooks/${id}/rotate`, { method: "POST" });
  return (await response.json()) as Webhook;
}
