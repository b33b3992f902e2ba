import type { Room } from "../../platform/room.ts";
import { type McpRoomDeps, mountMcp } from "./routes.ts";

/** The server for clients of the Model Context Protocol. */
export const mcpRoom: Room<McpRoomDeps> = { routes: mountMcp };
