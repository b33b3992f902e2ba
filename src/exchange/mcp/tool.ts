import type { z } from "zod";
import type { Actor, Role } from "../../platform/auth/identity.ts";
import type { RateAction } from "../../platform/rate-limits/deps.ts";
import type { ProviderEvents } from "../../reading/providers/analysis-provider.ts";
import type { McpDeps } from "./deps.ts";

/** What a call of a tool takes besides its arguments. */
export interface Call {
  deps: McpDeps;
  actor: Actor;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** Reports how far the work is; does nothing for a client that did not ask. */
  progress: ProviderEvents["progress"];
}

/** What a tool does, as clients show it to people. */
interface Hints {
  /** Whether a repeated call changes nothing more. Reading tools are idempotent. */
  idempotent?: boolean;
  /** Whether the call reaches addresses outside of the service. */
  openWorld?: boolean;
}

export interface ToolSpec<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** The role that the route with the same verb asks for. A tool for viewers changes nothing. */
  role: Role;
  /** The limit that counts a call, as for the route with the same verb. */
  limit?: RateAction | ((input: z.output<I>) => RateAction | null);
  hints?: Hints;
  /** Resource of the MCP App that shows the result. */
  app?: string;
  input: I;
  output: O;
  run(call: Call, input: z.output<I>): Promise<z.output<O>>;
  /** The result in a few lines, for clients that show text alone. */
  describe(output: z.output<O>): string;
}

/** A tool whose types were checked when it was defined. */
export type Tool = ToolSpec<z.ZodObject, z.ZodObject>;

/** Declares a tool. Its types are checked here and forgotten, so that all tools fit into one list. */
export function defineTool<const I extends z.ZodObject, const O extends z.ZodObject>(
  spec: ToolSpec<I, O>,
): Tool {
  return spec;
}
