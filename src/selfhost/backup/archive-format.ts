import { z } from "zod";

/** First member of an archive: what it is. */
export const HEAD = "backup.json";
/** Last member: the hashes of all others but the first, as `sha256sum -c` reads them. */
export const SUMS = "SHA256SUMS";
/** The format version that this program writes, and the newest that it can read. */
export const FORMAT = 1;
export const MAX_HEAD_BYTES = 64 * 1024;

/** All of a data folder, all but its keys, or the keys alone. */
export const CONTENTS = ["all", "all-but-keys", "keys"] as const;
export type Content = (typeof CONTENTS)[number];

const formatSchema = z.looseObject({ tradecraft_backup: z.int().min(1) });
const headSchema = formatSchema.extend({
  created_at: z.iso.datetime(),
  content: z.enum(CONTENTS),
  /** Number and bytes of the members between the first and the last. */
  files: z.int().min(0),
  bytes: z.int().min(0),
});
export type ArchiveHead = z.output<typeof headSchema>;

/** The parsed first member; `newer` if only a newer version can read it, `none` if it is not a backup. */
export type HeadReading = { kind: "head"; head: ArchiveHead } | { kind: "newer" | "none" };

export function readHead(text: string): HeadReading {
  const content = parseJson(text);
  const format = formatSchema.safeParse(content);
  if (!format.success) return { kind: "none" };
  if (format.data.tradecraft_backup > FORMAT) return { kind: "newer" };
  const { success, data } = headSchema.safeParse(content);
  return success ? { kind: "head", head: data } : { kind: "none" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns a line of the last member. */
export function sumLine(sha256: string, path: string): string {
  return `${sha256}  ${path}\n`;
}

/** Returns whether a relative path stays within its folder on every system. */
export function isPlainPath(path: string): boolean {
  return path
    .split("/")
    .every((name) => name !== "" && name !== "." && name !== ".." && !UNPLAIN.test(name));
}
// oxlint-disable-next-line no-control-regex -- rejects control characters
const UNPLAIN = /[\u0000-\u001f\u007f\\:]/;
