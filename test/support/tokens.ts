import { env } from "cloudflare:test";

/** Moves the expiry of an API token to a moment that has passed. */
export async function expireToken(id: string): Promise<void> {
  await env.WORKSPACE_DB.prepare("update api_tokens set expires_at = ? where id = ?")
    .bind("2026-01-01T00:00:00.000Z", id)
    .run();
}
