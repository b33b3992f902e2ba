import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What a trap is made of; `compound`, `contradiction` and `plain` tell of acts. */
export const TRAP_SHAPES = [
  "advice",
  "detection",
  "negation",
  "hypothetical",
  "definition",
  "contents",
  "furniture",
  "compound",
  "contradiction",
  "plain",
  "languages",
] as const;

/** The folder of the sets, one item a line. */
const FOLDER = join(import.meta.dirname, "traps");

const attackId = z.string().regex(/^T\d{4}(\.\d{3})?$/);

const trapItem = z
  .strictObject({
    id: z.string().regex(/^[a-z]+(-passage)?-\d\d\d?$/),
    kind: z.enum(["sentence", "passage"]),
    shape: z.enum(TRAP_SHAPES),
    language: z.enum(["en", "de", "es", "fr", "ru", "zh"]),
    text: z.string().trim().min(1),
    techniques: z.array(attackId),
    acceptable: z.array(attackId).min(1).optional(),
    none: z.literal(true).optional(),
  })
  .refine(({ techniques, none }) => (techniques.length === 0) === (none === true), {
    error: "An item either names techniques or says none.",
  })
  .refine(({ acceptable, none }) => acceptable === undefined || none === undefined, {
    error: "Where nothing may be listed, nothing is acceptable.",
  });

/**
 * A sentence or passage of our own with the answer that a careful analyst gives from it alone:
 * `techniques` must be listed, `acceptable` may be (what one can argue for, and an id that is printed
 * beside another's name), and of an item with `none` nothing may be.
 */
export type TrapItem = z.infer<typeof trapItem>;

/** All items, in the order of the files' names. @throws Error naming the line that is malformed */
export function readTraps(): TrapItem[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
  return files.sort().flatMap((name) =>
    readFileSync(join(FOLDER, name), "utf8")
      .trimEnd()
      .split("\n")
      .map((line, at) => readItem(line, `${name}:${at + 1}`)),
  );
}

function readItem(line: string, where: string): TrapItem {
  const parsed = trapItem.safeParse(JSON.parse(line));
  if (parsed.success) return parsed.data;
  throw new Error(`${where}: ${parsed.error.issues[0]?.message ?? "malformed"}`);
}
