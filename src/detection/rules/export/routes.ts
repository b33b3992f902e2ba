import { z } from "zod";
import { writeTar } from "../../../formats/tar/write-tar.ts";
import { attachmentHeaders } from "../../../platform/http/attachment.ts";
import { type App, defineRoute } from "../../../platform/http/router.ts";
import { streamOf } from "../../../platform/lib/streams.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { RuleDeps } from "../deps.ts";
import { ruleFilter } from "../params.ts";
import { exportRules } from "./export-rules.ts";

const exportRoute = defineRoute({
  method: "get",
  path: "/api/pipeline/rules/export",
  role: "viewer",
  tags: ["Detection Studio"],
  before: [limitRate("exports")],
  summary: "Export detection rules",
  description:
    "A tar.gz of the texts as they are stored, with their authors and licenses, under the paths that they came by.",
  request: { query: z.object(ruleFilter) },
  responses: {
    200: {
      description: "All rules that match the filters, at their latest versions, streamed.",
      content: {
        "application/gzip": {
          schema: { type: "string" as const, format: "binary" },
          example: "rules.tar.gz",
        },
      },
    },
  },
});

/** Mounts the export of detection rules, which an import accepts. */
export function mountRuleExport(app: App<RuleDeps & RateLimitDeps>): void {
  app.openapi(exportRoute, (c) => {
    const archive = writeTar(exportRules(c.var.deps, c.req.valid("query")));
    const packed = streamOf(archive).pipeThrough(new CompressionStream("gzip"));
    return new Response(packed, {
      headers: { "Content-Type": "application/gzip", ...attachmentHeaders("rules.tar.gz") },
    });
  });
}
