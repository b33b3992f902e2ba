import type { Actor } from "../../platform/auth/identity.ts";
import { enterReport } from "../../pipeline/intake/enter-report.ts";
import type { CaptureDeps } from "./deps.ts";
import type { Capture, CapturedPage } from "./schema.ts";

/**
 * Enters a page captured in a browser into the intake: its article, as displayed to the user. Completes a report with
 * the same URL and a shorter text.
 * @throws AppError `document_unreadable`, `document_empty`, `text_too_long`, `quota_exceeded`
 */
export async function capturePage(
  deps: CaptureDeps,
  actor: Actor,
  { url, html }: CapturedPage,
): Promise<Capture> {
  const bytes = new TextEncoder().encode(html);
  const contentType = "text/html; charset=utf-8";
  const { text, title = url } = await deps.readers.html(actor.name, { bytes, contentType });
  const brought = {
    title,
    url,
    publisher: new URL(url).host,
    summary: "",
    text,
    published_at: null,
    technique_ids: [],
    group_ids: [],
    foreign_key: null,
  };
  const entered = await enterReport(deps, actor, brought, { completes: true });
  return { ...entered, title, attachments: [] };
}
