import { z } from "zod";
import type { WebhookDeps } from "./deps.ts";
import type { Webhook } from "./store.ts";

const secretsSchema = z.object({
  url: z.string(),
  secret: z.string(),
  /** The secret before it; null if it was never replaced. */
  previous: z.string().nullable(),
});

/** What of a webhook is encrypted. */
export type WebhookSecrets = z.output<typeof secretsSchema>;

/** Encrypts the URL and the secrets of a webhook, for no other one. */
export async function sealSecrets(
  { secretBox }: Pick<WebhookDeps, "secretBox">,
  id: string,
  secrets: WebhookSecrets,
): Promise<string> {
  return await secretBox.seal(JSON.stringify(secrets), id);
}

/** The URL and the secrets of a webhook; null where the key they were encrypted with is not known any more. */
export async function openSecrets(
  { secretBox }: Pick<WebhookDeps, "secretBox">,
  { id, sealed }: Pick<Webhook, "id" | "sealed">,
): Promise<WebhookSecrets | null> {
  const text = await secretBox.open(sealed, id);
  return text === null ? null : secretsSchema.parse(JSON.parse(text));
}

/** Encrypts with the key of today what was encrypted with the one before it. */
export async function resealAll(deps: Pick<WebhookDeps, "secretBox" | "webhooks">): Promise<void> {
  const { items } = await deps.webhooks.list({ offset: 0 });
  for (const webhook of items) {
    if (await deps.secretBox.isCurrent(webhook.sealed)) continue;
    const secrets = await openSecrets(deps, webhook);
    if (secrets === null) continue;
    await deps.webhooks.reseal(
      webhook.id,
      webhook.sealed,
      await sealSecrets(deps, webhook.id, secrets),
    );
  }
}
