import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { registerAppTool } from "@modelcontextprotocol/ext-apps/server";
import { PRODUCT } from "../../platform/lib/product.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { McpDeps } from "./deps.ts";
import { createProgress } from "./progress.ts";
import { registerPrompts } from "./prompts.ts";
import { registerResources } from "./resources.ts";
import { runTool } from "./run-tool.ts";
import type { Call, Tool } from "./tool.ts";
import { TOOLS } from "./tools/list-tools.ts";
import { INSTRUCTIONS } from "./untrusted.ts";

/** The caller, its dependencies, and the means to continue work after the response has begun. */
export interface Serving {
  deps: McpDeps;
  actor: Actor;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  keepAlive(work: Promise<unknown>): void;
}

/** Cache settings of content that changes only with a release of the service. */
const LISTED = { ttlMs: 5 * 60_000, cacheScope: "private" as const };
const UNCACHED = { ttlMs: 0, cacheScope: "private" as const };

/** Clients are not notified of changes, because that requires an open connection. */
const FIXED = { listChanged: false };

/** Creates the server of one request. No state is retained between requests. */
export function createServer(serving: Serving): McpServer {
  const server = new McpServer(
    {
      name: "tradecraft",
      title: "Tradecraft",
      version: PRODUCT.version,
      description: "Maps threat reports to MITRE ATT&CK techniques, with evidence.",
    },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: FIXED, resources: FIXED, prompts: FIXED },
      cacheHints: {
        "tools/list": LISTED,
        "prompts/list": LISTED,
        "resources/templates/list": LISTED,
        "server/discover": LISTED,
        "resources/list": UNCACHED,
        "resources/read": UNCACHED,
      },
    },
  );
  for (const tool of TOOLS) registerTool(server, tool, serving);
  registerResources(server, serving);
  registerPrompts(server);
  return server;
}

function registerTool(server: McpServer, tool: Tool, serving: Serving): void {
  const config = {
    title: tool.title,
    description: tool.description,
    inputSchema: tool.input,
    outputSchema: tool.output,
    annotations: annotationsOf(tool),
  };
  const call = async (input: object, context: ServerContext) => {
    const work = runTool(tool, callOf(serving, context), input);
    // Work that has begun is completed, even if the client disconnects.
    serving.keepAlive(work);
    return await work;
  };
  if (tool.app === undefined) server.registerTool(tool.name, config, call);
  else
    registerAppTool(
      server,
      tool.name,
      { ...config, _meta: { ui: { resourceUri: tool.app } } },
      call,
    );
}

function annotationsOf({ title, role, hints = {} }: Tool) {
  const isReading = role === "viewer";
  return {
    title,
    readOnlyHint: isReading,
    // Tools only add: sessions, drafts, comments.
    destructiveHint: false,
    idempotentHint: isReading || hints.idempotent === true,
    openWorldHint: hints.openWorld === true,
  };
}

function callOf({ deps, actor, signal }: Serving, context: ServerContext): Call {
  return {
    deps,
    actor,
    signal: AbortSignal.any([signal, context.mcpReq.signal]),
    progress: createProgress(context),
  };
}
