import type { Actor } from "../../platform/auth/identity.ts";
import { enterReport } from "../../pipeline/intake/enter-report.ts";
import type { CaptureDeps } from "./deps.ts";
import type { Capture, CapturedPage } from "./schema.ts";

/**
 * Enters a page that a browser sends into the intake: its article, as the person sees it. A report
 * that is known by its URL with a shorter text is completed with it.
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
