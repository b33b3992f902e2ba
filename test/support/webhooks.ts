import { runJob } from "../../src/platform/jobs/run-job.ts";
import type { Services } from "../../src/services.ts";
import { request, requestJson, testServices } from "./service.ts";

export interface Created {
  id: string;
  secret: string;
}

export interface ShownDelivery {
  id: string;
  message_id: string;
  event_type: string;
  state: string;
  attempts: number;
  next_attempt_at: string | null;
  status_code: number | null;
  error: string | null;
}

/** A request as a receiver gets it. */
export interface Received {
  url: string;
  headers: Record<string, string>;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

export const RECEIVER = "https://hooks.unit.dev/in/a-secret-path";

/** Creates a webhook for all events that are named. */
export async function createWebhook(more: Record<string, unknown> = {}): Promise<Created> {
  const { status, body } = await requestJson<Created>("/api/webhooks", {
    method: "POST",
    body: JSON.stringify({ name: "SOC", url: RECEIVER, event_types: ["intake.created"], ...more }),
  });
  if (status !== 201) throw new Error(`creating answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function listDeliveries(id: string, query = ""): Promise<ShownDelivery[]> {
  return (await requestJson<ShownDelivery[]>(`/api/webhooks/${id}/deliveries?limit=200${query}`))
    .body;
}

/** Removes all webhooks, with which their deliveries go. */
export async function removeWebhooks(): Promise<void> {
  const { body } = await requestJson<Created[]>("/api/webhooks");
  for (const { id } of body) await request(`/api/webhooks/${id}`, { method: "DELETE" });
}

type Answer = (received: Received) => Response | Promise<Response>;

/** Services whose network is one receiver, and whose clock can be moved. */
export function receiverServices(answer: Answer = () => new Response()) {
  const received: Received[] = [];
  const clock = { seconds: 0 };
  const network = async (input: RequestInfo | URL, init?: RequestInit) => {
    const sent = new Request(input, init);
    const body = JSON.parse(await sent.text()) as Received["body"];
    const one = { url: sent.url, headers: Object.fromEntries(sent.headers), body };
    received.push(one);
    return await answer(one);
  };
  const services = testServices({
    network: { public: network, operator: network },
    now: (offset = 0) => new Date(Date.now() + (clock.seconds + offset) * 1000).toISOString(),
  });
  return { services, received, clock };
}

/** Runs deliveries that are due, until none is. */
export async function deliverDue(services: Services): Promise<void> {
  for (;;) {
    const due = await services.jobs.listRunnable(services.now());
    const ours = [];
    for (const id of due) {
      if ((await services.jobs.get(id))?.kind === "deliver_webhook") ours.push(id);
    }
    if (ours.length === 0) return;
    for (const id of ours) await runJob(services, id);
  }
}
