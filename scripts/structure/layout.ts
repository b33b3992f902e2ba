/**
 * The layers of `src/`, lowest first: a file imports its own layer and those before it, types
 * included. A new group is a line here.
 */
const LAYERS: readonly (readonly string[])[] = [
  // Runs in the browser, and knows of the service what its OpenAPI document says.
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
  // What is put together of them, and what puts them together.
  ["health", "metrics", "openapi", "readers"],
  ["composition"],
  ["selfhost"],
];

/** Groups whose folders are rooms of their own; the others are one room each. */
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

/** Files that may know the web framework: what takes a request, and what describes one. */
const OF_ROUTES = /(^|\/)(routes|schema|params|[a-z-]+-headers)\.ts$/;

/** The room of a file of `src/`, such as `pipeline/intake`; files beside the folders are `composition`. */
export function roomOf(file: string): string {
  const folders = file.split("/").slice(1, -1);
  if (folders.length === 0) return "composition";
  // Into groups, and the groups in them, down to the first folder that is a room.
  const inner = folders.findIndex((_, at) => !GROUPS.has(folders.slice(0, at + 1).join("/")));
  return inner === -1 ? folders.join("/") : folders.slice(0, inner + 1).join("/");
}

/** The group of a room. */
export function groupOf(room: string): string {
  return room.split("/")[0] ?? room;
}

/** Where a room stands, 0 for the lowest layer. @throws Error for a folder that has no layer */
export function layerOf(room: string): number {
  const layer = LAYERS.findIndex((groups) => groups.includes(groupOf(room)));
  if (layer === -1)
    throw new Error(`${room} has no layer; name it in scripts/structure/layout.ts.`);
  return layer;
}

/** Whether a file belongs to a feature and may not know the web framework. */
export function isBelowRoutes(file: string): boolean {
  const room = roomOf(file);
  const isEngine =
    /^platform\/(http|auth|rate-limits|response-cache)$/.test(room) || room === "platform";
  return GROUPS.has(groupOf(room)) && !isEngine && !OF_ROUTES.test(file) && !isRoomEntry(file);
}

/** `room.ts` only hands its routes on. */
function isRoomEntry(file: string): boolean {
  return file.endsWith("/room.ts");
}
