import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { StoredObject } from "../../runtime/stored-objects.ts";

/** The metadata of all objects, in the format of `rclone lsjson --metadata`. */
export const OBJECTS_FILE = "objects.json";
/** A program that rclone runs for the metadata of each upload. */
const MAPPER_FILE = "rclone-metadata.mjs";

/** HTTP metadata by its names in S3. */
const HTTP_FIELDS = {
  "cache-control": "cacheControl",
  "content-disposition": "contentDisposition",
  "content-encoding": "contentEncoding",
  "content-language": "contentLanguage",
  "content-type": "contentType",
} as const;
/** Fields of rclone that describe the file, not the object. */
const OF_FILE = new Set(["atime", "btime", "mtime", "tier"]);

const objectsSchema = z.array(
  z.looseObject({ Path: z.string(), Metadata: z.record(z.string(), z.string()).optional() }),
);

/** The metadata of an object in the table of objects. */
export type ObjectMetadata = Pick<StoredObject, "http_metadata" | "custom_metadata">;

const NONE: ObjectMetadata = { http_metadata: "{}", custom_metadata: "{}" };

/**
 * Reads the metadata of an export by key. Exports without `objects.json` have none.
 * @throws Error with one sentence if the file is not a list of objects
 */
export function readMetadata(folder: string): (key: string) => ObjectMetadata {
  const path = join(folder, OBJECTS_FILE);
  if (!existsSync(path)) return () => NONE;
  const { success, data } = objectsSchema.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!success) throw new Error(`${path} is not a list of rclone. Write it again.`);
  const byKey = new Map(data.map(({ Path: key, Metadata: fields = {} }) => [key, fields]));
  return (key) => toRow(byKey.get(key) ?? {});
}

/** Writes the metadata of objects, and a program that passes it to rclone. */
export function writeMetadata(
  folder: string,
  objects: readonly (ObjectMetadata & { key: string })[],
) {
  const list = objects.map((row) => ({ Path: row.key, Metadata: toFields(row) }));
  writeFileSync(join(folder, OBJECTS_FILE), `${JSON.stringify(list, null, 1)}\n`);
  writeFileSync(join(folder, MAPPER_FILE), MAPPER);
}

function toRow(fields: Readonly<Record<string, string>>): ObjectMetadata {
  const http: Record<string, string> = {};
  const custom: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isHttp(name)) http[HTTP_FIELDS[name]] = value;
    else if (!OF_FILE.has(name)) custom[name] = value;
  }
  return { http_metadata: JSON.stringify(http), custom_metadata: JSON.stringify(custom) };
}

function toFields(row: ObjectMetadata): Record<string, string> {
  const http = JSON.parse(row.http_metadata) as Record<string, string | undefined>;
  const fields = Object.entries(HTTP_FIELDS).flatMap(([name, field]) => {
    const value = http[field];
    return value === undefined ? [] : [[name, value] as const];
  });
  const custom = JSON.parse(row.custom_metadata) as Record<string, string>;
  return { ...custom, ...Object.fromEntries(fields) };
}

function isHttp(name: string): name is keyof typeof HTTP_FIELDS {
  return Object.hasOwn(HTTP_FIELDS, name);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const MAPPER = `// For \`rclone copy --metadata --metadata-mapper\`: prints the metadata of one object.
import { readFileSync } from "node:fs";
const { Remote } = JSON.parse(readFileSync(0, "utf8"));
const objects = JSON.parse(readFileSync(new URL("${OBJECTS_FILE}", import.meta.url), "utf8"));
const object = objects.find(({ Path }) => Path === Remote);
process.stdout.write(JSON.stringify({ Metadata: object?.Metadata ?? {} }));
`;
