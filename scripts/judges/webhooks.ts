import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../test/support/node/machine.ts";
import { analyse, startService, temporaryFolder } from "../../test/support/node/service.ts";
import { WebhookReceiver } from "../../test/support/node/webhook-receiver.ts";
import { EVENT_TYPES } from "../../src/exchange/webhooks/vocabulary.ts";
import { send } from "./ask.ts";

const TITLES = ["A plain title", 'Отчёт о «Буре» — 关于威胁的报告 | "🎣" \\ </p>'];

/**
 * Writes what a service sent to a receiver, before and after the secret was replaced. Each message has the secrets
 * by which its receiver may check it.
 */
export async function sendWebhooks(folder: string): Promise<void> {
  const receiver = new WebhookReceiver();
  await receiver.listen();
  const service = await startService(temporaryFolder().path, { ALLOW_PRIVATE_SOURCES: "true" });
  const webhooks = `${service.url}/api/webhooks`;
  const fields = { name: "Receiver", url: `${receiver.url}/in`, event_types: EVENT_TYPES };
  const { id, secret } = await send("POST", webhooks, fields);
  const happen = async (round: string) => {
    for (const title of TITLES) {
      const intake = `${service.url}/api/pipeline/intake`;
      await receiveAfter(
        receiver,
        async () => await send("POST", intake, { title: `${title} ${round}` }),
      );
    }
    await receiveAfter(receiver, async () => {
      await analyse(service.url, { text: "APT29 ran T1059.001 there.", name: TITLES[1] ?? "" });
    });
    await receiveAfter(receiver, async () => await send("POST", `${webhooks}/${id}/test`, {}));
    return receiver.received.splice(0);
  };
  const before = await happen("before");
  const { secret: newer } = await send("POST", `${webhooks}/${id}/rotate`, {});
  const after = await happen("after");
  await service.stop();
  receiver.close();
  const messages = [
    ...before.map((message) => ({ ...message, secrets: [secret] })),
    ...after.map((message) => ({ ...message, secrets: [newer, secret] })),
  ];
  writeFileSync(join(folder, "messages.json"), JSON.stringify(messages));
}

async function receiveAfter({ received }: WebhookReceiver, act: () => Promise<unknown>) {
  const count = received.length;
  await act();
  await waitFor("a message", () => (received.length > count ? true : null));
}
