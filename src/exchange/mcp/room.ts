import type { Room } from "../../platform/room.ts";
import { type McpRoomDeps, mountMcp } from "./routes.ts";

/** The Model Context Protocol server. */
export const mcpRoom: Room<McpRoomDeps> = { routes: mountMcp };
