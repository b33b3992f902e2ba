import type { z } from "zod";
import type { Actor, Role } from "../../platform/auth/identity.ts";
import type { RateAction } from "../../platform/rate-limits/deps.ts";
import type { ProviderEvents } from "../../reading/providers/analysis-provider.ts";
import type { McpDeps } from "./deps.ts";

/** The context of a tool call. */
export interface Call {
  deps: McpDeps;
  actor: Actor;
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Reports progress. Does nothing if the client did not request it. */
  progress: ProviderEvents["progress"];
}

/** Behavior of a tool, as shown to users by clients. */
interface Hints {
  /** Whether repeated calls have no further effect. Read-only tools are idempotent. */
  idempotent?: boolean;
  /** Whether the call accesses addresses outside the service. */
  openWorld?: boolean;
}

export interface ToolSpec<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** The role required by the equivalent route. A tool for viewers changes nothing. */
  role: Role;
  /** The rate limit that counts a call, like for the equivalent route. */
  limit?: RateAction | ((input: z.output<I>) => RateAction | null);
  hints?: Hints;
  /** The MCP App resource that displays the result. */
  app?: string;
  input: I;
  output: O;
  run(call: Call, input: z.output<I>): Promise<z.output<O>>;
  /** Summarizes the result in a few lines, for clients that show only text. */
  describe(output: z.output<O>): string;
}

/** A tool whose types were checked by `defineTool`. */
export type Tool = ToolSpec<z.ZodObject, z.ZodObject>;

/** Defines a tool. Its types are checked here and then erased, so that all tools fit into one list. */
export function defineTool<const I extends z.ZodObject, const O extends z.ZodObject>(
  spec: ToolSpec<I, O>,
): Tool {
  return spec;
}
