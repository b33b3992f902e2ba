import { z } from "zod";

/** What a model is asked for; kept plain, since every provider's idea of a schema differs. */
export const answerSchema = z.object({
  summary: z.string(),
  techniques: z.array(
    z.object({
      attack_id: z.string(),
      confidence: z.number(),
      evidence: z.string(),
    }),
  ),
  groups: z.array(z.string()),
});

export type Answer = z.output<typeof answerSchema>;

/** What is taken of a row; fields that small models add say nothing. Some write numbers as strings. */
const rowSchema = z.object({
  attack_id: z.string(),
  confidence: z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          // Linear: the alternatives share no run of digits that could be split in several ways.
          .regex(/^(?:\d+|\d*\.\d+)$/)
          .transform(Number),
      ],
      {
        error: "is not a number",
      },
    )
    .transform((value) => Math.min(1, Math.max(0, value))),
  evidence: z.string(),
});

/**
 * What is taken: rows are read one by one, so that a bad one costs no other. Small models leave the groups out where
 * the text names none, or write something else than a list.
 */
const takenSchema = answerSchema.extend({
  techniques: z.array(z.unknown()),
  groups: z
    .array(z.unknown())
    .catch([])
    .transform((groups) => groups.filter((name) => typeof name === "string")),
});

const MAX_TECHNIQUES = 500;
const MAX_GROUPS = 100;
const MAX_SUMMARY = 4_000;
const MAX_EVIDENCE = 4_000;
const MAX_ID = 32;
const MAX_REASON = 300;
/**
 * An answer of the largest sizes that are used has 2.1 million characters: `MAX_TECHNIQUES` rows of
 * `MAX_EVIDENCE` characters, with their ids. The rest leaves space for escapes and thoughts.
 */
export const MAX_ANSWER = 2_500_000;
/** Braces of a text that begin no object. Each may cost a scan of the whole text. */
const MAX_OTHER_BRACES = 20;
/** Objects that are checked by the schema, from the last: the answer, and drafts or remarks around it. */
const MAX_CANDIDATES = 20;

/** An answer, and the rows of it that cannot be read, each with its reason. */
export interface ReadAnswer {
  answer: Answer;
  rejected: { attack_id: string; reason: string }[];
}

/** An answer, or what is wrong with it in a sentence for the model. */
export type ParsedAnswer = ReadAnswer | { fault: string };

/**
 * Reads what a model wrote, which is believed in nothing: JSON with or without a fence or words
 * around it, of the schema, cut to sane sizes.
 */
export function parseAnswer(text: string): ParsedAnswer {
  const parsed = parseJson(text, takenSchema);
  if ("fault" in parsed) return parsed;
  const { summary, techniques, groups } = parsed.value;
  if (summary.trim() === "") return { fault: "The summary is empty." };
  const rows = techniques.slice(0, MAX_TECHNIQUES).map(readRow);
  const left = techniques.length - rows.length;
  const more = `${left} more rows were not read: an answer has at most ${MAX_TECHNIQUES}`;
  return {
    answer: {
      summary: summary.slice(0, MAX_SUMMARY).toWellFormed(),
      techniques: rows.flatMap((row) => ("technique" in row ? [row.technique] : [])),
      groups: groups.slice(0, MAX_GROUPS),
    },
    rejected: [
      ...rows.flatMap((row) => ("technique" in row ? [] : [row])),
      ...(left > 0 ? [{ attack_id: `row ${MAX_TECHNIQUES + 1}`, reason: more }] : []),
    ],
  };
}

function readRow(value: unknown, at: number) {
  const parsed = rowSchema.safeParse(value);
  if (parsed.success) {
    const evidence = parsed.data.evidence.slice(0, MAX_EVIDENCE).toWellFormed();
    return { technique: { ...parsed.data, evidence } };
  }
  const [issue] = parsed.error.issues;
  const fields = (issue?.path ?? []).map(String);
  const place = fields.length === 0 ? "it" : `'${fields.join("', '")}'`;
  const reason = `was claimed in a row that is not of the schema: ${place} ${issue?.message ?? ""}`;
  return {
    attack_id: idOf(value) ?? `row ${at + 1}`,
    reason: reason.slice(0, MAX_REASON).toWellFormed(),
  };
}

/** The id that a row names, whatever else is wrong with it. */
function idOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("attack_id" in value)) return null;
  const { attack_id: id } = value;
  const printed = typeof id === "string" ? id.trim().toUpperCase().slice(0, MAX_ID) : "";
  return printed === "" ? null : printed.toWellFormed();
}

/** Reads the JSON object in a text, with or without a fence, thoughts or other words around it, by a schema. */
export function parseJson<T>(text: string, schema: z.ZodType<T>): { value: T } | { fault: string } {
  if (text.trim() === "") return { fault: "The answer is empty." };
  if (text.length > MAX_ANSWER) {
    const size = `It has ${text.length} characters; at most ${MAX_ANSWER} are read.`;
    return { fault: `The answer is too long. ${size}` };
  }
  if (!text.includes("{")) return { fault: "The answer holds no JSON object." };
  const { objects, isCut } = readObjects(text);
  let fault = "The answer is not valid JSON, or is cut short.";
  // A model that thinks aloud writes drafts before its answer.
  for (const value of objects.toReversed()) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data };
    // An object inside one that is cut short is part of that one.
    if (isCut) continue;
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join("/") ?? "";
    fault = `At '/${place}' the answer is not of the schema: ${issue?.message ?? ""}.`;
  }
  return { fault };
}

/** Returns the last outermost JSON objects of a text, in their order, and whether any object does not end. */
function readObjects(text: string): { objects: unknown[]; isCut: boolean } {
  const objects: unknown[] = [];
  let isCut = false;
  let others = 0;
  let at = text.indexOf("{");
  while (at !== -1 && others < MAX_OTHER_BRACES) {
    const end = endOfObject(text, at);
    isCut ||= end === null;
    const value = end === null ? undefined : parseOrNothing(text.slice(at, end));
    if (value === undefined) others += 1;
    else objects.push(value);
    // A text of nothing but small objects must not fill the memory.
    if (objects.length > MAX_CANDIDATES) objects.shift();
    at = text.indexOf("{", value === undefined || end === null ? at + 1 : end);
  }
  return { objects, isCut };
}

/** Where the object that begins at a brace ends; null for one that does not. No brace counts in a string. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isString && char === "\\") at += 1;
    else if (char === '"') isString = !isString;
    else if (isString) continue;
    else if (char === "{") depth += 1;
    else if (char === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

function parseOrNothing(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
