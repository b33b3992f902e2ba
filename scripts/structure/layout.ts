/**
 * The layers of `src/`, lowest first. A file may import its own layer and those before it, types included. A
 * new group is a line here.
 */
const LAYERS: readonly (readonly string[])[] = [
  // Runs in the browser, and knows the service only by its OpenAPI document.
  ["console"],
  ["platform"],
  ["text"],
  ["formats"],
  ["knowledge"],
  ["reading"],
  ["sharing"],
  ["pipeline"],
  ["detection"],
  ["exchange"],
  // Modules that combine the others.
  ["health", "metrics", "openapi", "readers"],
  ["composition"],
  ["selfhost"],
];

/** Groups whose folders are separate rooms. The others are one room each. */
const GROUPS = new Set([
  "console",
  "platform",
  "text",
  "formats",
  "knowledge",
  "reading",
  "sharing",
  "pipeline",
  "detection",
  "detection/coverage",
  "exchange",
]);

/** Files that may use the web framework: request handlers and descriptions of requests. */
const OF_ROUTES = /(^|\/)(routes|schema|params|[a-z-]+-headers)\.ts$/;

/** Returns the room of a file of `src/`, such as `pipeline/intake`. Files outside folders are `composition`. */
export function roomOf(file: string): string {
  const folders = file.split("/").slice(1, -1);
  if (folders.length === 0) return "composition";
  // Through groups and nested groups, down to the first folder that is a room.
  const inner = folders.findIndex((_, at) => !GROUPS.has(folders.slice(0, at + 1).join("/")));
  return inner === -1 ? folders.join("/") : folders.slice(0, inner + 1).join("/");
}

/** Returns the group of a room. */
export function groupOf(room: string): string {
  return room.split("/")[0] ?? room;
}

/**
 * Returns the layer of a room, 0 for the lowest.
 * @throws Error for a folder without a layer
 */
export function layerOf(room: string): number {
  const layer = LAYERS.findIndex((groups) => groups.includes(groupOf(room)));
  if (layer === -1)
    throw new Error(`${room} has no layer; name it in scripts/structure/layout.ts.`);
  return layer;
}

/** Returns whether a file belongs to a feature and may not use the web framework. */
export function isBelowRoutes(file: string): boolean {
  const room = roomOf(file);
  const isEngine =
    /^platform\/(http|auth|rate-limits|response-cache)$/.test(room) || room === "platform";
  return GROUPS.has(groupOf(room)) && !isEngine && !OF_ROUTES.test(file) && !isRoomEntry(file);
}

/** Returns whether a file is a `room.ts`, which only exports the room's routes. */
function isRoomEntry(file: string): boolean {
  return file.endsWith("/room.ts");
}
