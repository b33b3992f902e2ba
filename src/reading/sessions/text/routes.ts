import { z } from "zod";
import { attachmentHeaders } from "../../../platform/http/attachment.ts";
import { jsonContent } from "../../../platform/http/json-content.ts";
import { uuidParam } from "../../../platform/http/params.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import type { SessionDeps } from "../deps.ts";
import { MEDIA_TYPES } from "../../../formats/documents/document.ts";
import { outlineSchema } from "./outline-schema.ts";
import { readSessionOutline } from "./read-session-outline.ts";
import { readSessionText } from "./read-session-text.ts";
import { readSessionUpload } from "./read-session-upload.ts";

const sessionParams = z.object({ session_id: uuidParam });

const readTextRoute = defineRoute({
  method: "get",
  path: "/api/analyze/{session_id}/text",
  role: "viewer",
  tags: ["Analysis"],
  summary: "Get the text of a session",
  problems: ["conflict"],
  description: "The text that the offsets `evidence_start` and `evidence_end` refer to.",
  request: { params: sessionParams },
  responses: {
    200: {
      description: "The analyzed text.",
      content: {
        "text/plain": { schema: z.string(), example: "The mail carried a PowerShell downloader." },
      },
    },
  },
});

const readOutlineRoute = defineRoute({
  method: "get",
  path: "/api/analyze/{session_id}/outline",
  role: "viewer",
  tags: ["Analysis"],
  summary: "Get the outline of a session's text",
  problems: ["conflict"],
  description:
    "The parts of the stored text: headings, paragraphs, list items, table rows, code, and what belongs to the page. They come in order, do not overlap, and together hold all characters that are not white space. All offsets are UTF-16 code units of the text that `GET /api/analyze/{session_id}/text` returns. Sessions without a stored outline (from before there was one, or with more than 200,000 parts) get theirs from the text.",
  request: { params: sessionParams },
  responses: { 200: jsonContent("The outline of the analyzed text.", outlineSchema) },
});

const file = { schema: { type: "string", format: "binary" } } as const;
const FILE_TYPES = {
  [MEDIA_TYPES.pdf]: file,
  [MEDIA_TYPES.docx]: file,
  [MEDIA_TYPES.html]: { ...file, example: "<p>The mail carried a PowerShell downloader.</p>" },
  [MEDIA_TYPES.txt]: { ...file, example: "The mail carried a PowerShell downloader." },
  "application/octet-stream": file,
};

const readFileRoute = defineRoute({
  method: "get",
  path: "/api/analyze/{session_id}/file",
  role: "viewer",
  tags: ["Analysis"],
  summary: "Get the file of a session",
  problems: ["conflict"],
  description:
    "Returns the file that the report was sent or fetched as, unchanged and as an attachment. Treat it like any file from outside. Answers 404 for a report whose text was entered directly.",
  request: { params: sessionParams },
  responses: {
    200: {
      description: "The bytes of the report's file.",
      content: FILE_TYPES,
    },
  },
});

/** Prevents browsers from rendering the file as a page of this service. */
const AS_A_FILE = { "Content-Security-Policy": "sandbox; default-src 'none'" };

/** Routes for the text of a session's report, its outline, and its original file. */
export function mountSessionText(app: App<SessionDeps & RateLimitDeps>): void {
  app.openapi(readTextRoute, async (c) => {
    return c.text(await readSessionText(c.var.deps, c.req.valid("param").session_id), 200);
  });
  app.openapi(readOutlineRoute, async (c) => {
    return c.json(await readSessionOutline(c.var.deps, c.req.valid("param").session_id), 200);
  });
  app.openapi(readFileRoute, async (c) => {
    const upload = await readSessionUpload(c.var.deps, c.req.valid("param").session_id);
    const headers = { ...AS_A_FILE, ...attachmentHeaders(upload.filename) };
    return new Response(upload.body, {
      headers: { "Content-Type": upload.media_type, ...headers },
    });
  });
}
