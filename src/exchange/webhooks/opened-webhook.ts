import { z } from "zod";
import type { WebhookDeps } from "./deps.ts";
import type { Webhook } from "./store.ts";

const secretsSchema = z.object({
  url: z.string(),
  secret: z.string(),
  /** The previous secret; null if it was never rotated. */
  previous: z.string().nullable(),
});

/** The encrypted data of a webhook. */
export type WebhookSecrets = z.output<typeof secretsSchema>;

/** Encrypts the URL and the secrets of a webhook, bound to its id. */
export async function sealSecrets(
  { secretBox }: Pick<WebhookDeps, "secretBox">,
  id: string,
  secrets: WebhookSecrets,
): Promise<string> {
  return await secretBox.seal(JSON.stringify(secrets), id);
}

/** Decrypts the URL and the secrets of a webhook. Returns null if their key is no longer available. */
export async function openSecrets(
  { secretBox }: Pick<WebhookDeps, "secretBox">,
  { id, sealed }: Pick<Webhook, "id" | "sealed">,
): Promise<WebhookSecrets | null> {
  const text = await secretBox.open(sealed, id);
  return text === null ? null : secretsSchema.parse(JSON.parse(text));
}

/** Re-encrypts with the current key what was encrypted with the previous one. */
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
