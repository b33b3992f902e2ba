import { z } from "zod";
import { bufferFiles } from "../../platform/http/buffer-files.ts";
import { jsonContent } from "../../platform/http/json-content.ts";
import { booleanParam } from "../../platform/http/params.ts";
import { BUFFERED_BODY_PROBLEMS } from "../../platform/http/route-problems.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { RULE_STATES } from "../rules/vocabulary.ts";
import type { RuleImportDeps } from "./deps.ts";
import { importRules } from "./import-rules.ts";
import { ruleImportSchema } from "./schema.ts";

const file = { type: "string" as const, format: "binary" };

const importRoute = defineRoute({
  method: "post",
  path: "/api/pipeline/rules/import",
  role: "analyst",
  tags: ["Detection Studio"],
  before: [limitRate("imports")],
  summary: "Import detection rules",
  description: [
    "Sigma rules, KQL, SPL and EQL with a header, and the rules of Elastic (TOML), Sentinel and Splunk",
    "(YAML), as files or in a zip, tar.gz or tar; a whole checkout of SigmaHQ goes in one request. A rule is known by the id that it gives itself: a",
    "second import changes what changed. Each file has a receipt; one that cannot be read stops no other.",
  ].join(" "),
  problems: ["input_required", "knowledge_base_empty", "file_too_large", ...BUFFERED_BODY_PROBLEMS],
  request: {
    query: z.object({
      dry_run: booleanParam(false).meta({
        description: "Only say what would become of each file; nothing is stored.",
      }),
      state: z.enum(RULE_STATES).default("draft").meta({
        description: "State of the rules that are new; the others keep theirs.",
      }),
      filename: z.string().min(1).max(255).default("rule.yml").meta({
        description:
          "Name of a file that is sent as the body itself; its ending tells the language.",
        example: "encoded_commands.kql",
      }),
    }),
    body: {
      description: "Files as a form, or one file or archive as the body.",
      content: {
        "multipart/form-data": {
          schema: {
            type: "object" as const,
            properties: { files: { type: "array" as const, items: file } },
            additionalProperties: false,
          },
        },
        "application/octet-stream": {
          schema: file,
          example: "title: Encoded commands\nlogsource: {category: process_creation}\n",
        },
      },
    },
  },
  responses: {
    200: jsonContent("What became of each file.", ruleImportSchema),
  },
});

/** Mounts the import of detection rules. */
export function mountImport(app: App<RuleImportDeps & RateLimitDeps>): void {
  app.openapi(importRoute, async (c) => {
    const { name: actor } = currentActor(c.var.identity);
    const { dry_run: isDry, state, filename } = c.req.valid("query");
    const sent = (await bufferFiles(c, filename)).map(({ filename: name, bytes }) => ({
      name,
      bytes,
    }));
    const work = importRules(c.var.deps, actor, sent, { isDry, state });
    // An import continues to its end even if the client disconnects.
    c.executionCtx.waitUntil(work.catch(() => undefined));
    return c.json(await work, 200);
  });
}
