import { readFileSync } from "node:fs";
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A path below the data folder. */
const target = z.string().regex(/^[a-z0-9-]+(\/[A-Za-z0-9._-]+)+$/);

/** One file that is fetched as it is. */
const fileSchema = z.strictObject({
  name: z.string(),
  url: z.url(),
  /** Of the content as upstream has it; null where nobody has told it, and the URL names a commit. */
  sha256: sha256.nullable(),
  /** Bytes of the content as upstream has it; null where it is not known. */
  size: z.int().nullable(),
  licence: z.string(),
  /** Where it goes; with `.gz` at its end it is packed on the way. */
  to: target,
});

/** One file that is put together from many. */
const collectionSchema = z.strictObject({
  name: z.string(),
  /** The URL of a folder, which ends with a slash. */
  folder_url: z.url().endsWith("/"),
  /** The files of that folder, in the order in which they are put together. */
  files: z.array(z.string()).min(1),
  /** Of what they become. */
  sha256,
  licence: z.string(),
  to: target,
});

const manifestSchema = z.strictObject({
  files: z.array(fileSchema),
  annotated_reports: z.array(collectionSchema),
  /** What is measured on, too, and cannot be fetched: why, and where it would go. */
  bring_your_own: z.array(z.strictObject({ name: z.string(), to: z.string(), why: z.string() })),
});

export type SourceFile = z.output<typeof fileSchema>;
export type AnnotatedReports = z.output<typeof collectionSchema>;
export type Manifest = z.output<typeof manifestSchema>;

/**
 * Reads the list of what is fetched.
 * @throws Error when it is not of this form
 */
export function readManifest(path: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}
