import type { Room } from "../../platform/room.ts";
import type { McpDeps } from "./deps.ts";
import { mountMcp } from "./routes.ts";

/** The server for clients of the Model Context Protocol. */
export const mcpRoom: Room<McpDeps> = { routes: mountMcp };
