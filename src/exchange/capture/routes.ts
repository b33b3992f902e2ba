import type { Context } from "hono";
import { refuseUnknown } from "../../platform/http/refuse-unknown.ts";
import { jsonContent } from "../../platform/http/json-content.ts";
import { bufferBody, bufferJson } from "../../platform/http/read-body.ts";
import { type App, type AppEnv, currentActor, defineRoute } from "../../platform/http/router.ts";
import { toValidationError } from "../../platform/http/to-validation-error.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { captureMail } from "./capture-mail.ts";
import { capturePage } from "./capture-page.ts";
import type { CaptureDeps } from "./deps.ts";
import { type Capture, captureSchema, pageSchema } from "./schema.ts";

type CaptureContext = Context<AppEnv<CaptureDeps & RateLimitDeps>>;

/** Described, not validated by the router: pages exceed the limit of other JSON, and emails are not JSON. */
const body = {
  required: true,
  content: {
    "application/json": { schema: { $ref: "#/components/schemas/CapturedPage" } },
    "message/rfc822": {
      schema: { type: "string" as const, format: "binary" },
      example:
        "From: Ann <ann@example.org>\r\nSubject: A report\r\n\r\nThe text of the report.\r\n",
    },
  },
};

const captureRoute = defineRoute({
  method: "post",
  path: "/api/pipeline/intake/capture",
  role: "analyst",
  before: [limitRate("imports")],
  tags: ["Intake"],
  summary: "Add a page or an email to the intake",
  description:
    "Takes what a person reads, from where they read it: a page with its HTML, also one that only a signed-in browser can open, or an email (`Content-Type: message/rfc822`) with its attachments. An email becomes one report of its text and the text of its attachments. What was sent before, by URL, title or Message-ID, is not added again.",
  problems: [
    "validation_error",
    "invalid_json",
    "body_too_large",
    "file_too_large",
    "text_too_long",
    "document_unreadable",
    "document_empty",
    "quota_exceeded",
    "service_busy",
  ],
  request: { body },
  responses: {
    200: jsonContent("The report, which was known.", captureSchema),
    201: jsonContent("The new report, with the status pending.", captureSchema),
  },
});

/** Mounts the capture of pages and emails. */
export function mountCapture(app: App<CaptureDeps & RateLimitDeps>): void {
  app.openAPIRegistry.register("CapturedPage", refuseUnknown(pageSchema));
  app.openapi(captureRoute, async (c) => {
    const capture = await captureBody(c);
    return c.json(capture, capture.outcome === "created" ? 201 : 200);
  });
}

async function captureBody(c: CaptureContext): Promise<Capture> {
  const { deps } = c.var;
  const actor = currentActor(c.var.identity);
  const limit = deps.settings.MAX_UPLOAD_BYTES;
  const isMail = /^message\/rfc822\b/i.test(c.req.header("Content-Type") ?? "");
  if (isMail) return await captureMail(deps, actor, await bufferBody(c, limit));
  await bufferJson(c, limit, true);
  const page = refuseUnknown(pageSchema).safeParse(await c.req.json());
  if (!page.success) throw toValidationError(page.error.issues);
  return await capturePage(deps, actor, page.data);
}
