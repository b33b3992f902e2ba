import { z } from "zod";

/** The requested schema. Kept simple, because providers support different schemas. */
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

/** The accepted fields of a row. Ignores fields added by small models. Some write numbers as strings. */
const rowSchema = z.object({
  attack_id: z.string(),
  confidence: z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          // Takes linear time: the alternatives share no run of digits that could be split in several ways.
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
 * The accepted answer. Rows are parsed one by one, so that a bad one does not affect others. Small models omit the
 * groups if there are none, or write something other than a list.
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
 * Maximum characters. The largest answer has 2.1 million: `MAX_TECHNIQUES` rows of `MAX_EVIDENCE` characters, with
 * their ids. The rest leaves space for escapes and thoughts.
 */
export const MAX_ANSWER = 2_500_000;
/** Maximum braces that start no object. Each may cost a scan of the whole text. */
const MAX_OTHER_BRACES = 20;
/** Maximum objects to validate, from the last: the answer, and drafts or remarks around it. */
const MAX_CANDIDATES = 20;

/** An answer, and its unreadable rows, each with the reason. */
export interface ReadAnswer {
  answer: Answer;
  rejected: { attack_id: string; reason: string }[];
}

/** An answer, or a sentence for the model about its fault. */
export type ParsedAnswer = ReadAnswer | { fault: string };

/**
 * Parses a model's untrusted output: JSON with or without a fence or text around it, matching the schema, limited in
 * size.
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

/** Returns the id of a row, whatever else is wrong with it. */
function idOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("attack_id" in value)) return null;
  const { attack_id: id } = value;
  const printed = typeof id === "string" ? id.trim().toUpperCase().slice(0, MAX_ID) : "";
  return printed === "" ? null : printed.toWellFormed();
}

/** Parses the JSON object in a text, with or without a fence, thoughts or other text around it, with a schema. */
export function parseJson<T>(text: string, schema: z.ZodType<T>): { value: T } | { fault: string } {
  if (text.trim() === "") return { fault: "The answer is empty." };
  if (text.length > MAX_ANSWER) {
    const size = `It has ${text.length} characters; at most ${MAX_ANSWER} are read.`;
    return { fault: `The answer is too long. ${size}` };
  }
  if (!text.includes("{")) return { fault: "The answer holds no JSON object." };
  const { objects, isCut } = readObjects(text);
  let fault = "The answer is not valid JSON, or is cut short.";
  // Models that think aloud write drafts before the answer.
  for (const value of objects.toReversed()) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data };
    // An object inside a truncated one is part of it.
    if (isCut) continue;
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join("/") ?? "";
    fault = `At '/${place}' the answer is not of the schema: ${issue?.message ?? ""}.`;
  }
  return { fault };
}

/** Returns the last outermost JSON objects of a text in order, and whether any object is truncated. */
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
    // Limits memory for a text of many small objects.
    if (objects.length > MAX_CANDIDATES) objects.shift();
    at = text.indexOf("{", value === undefined || end === null ? at + 1 : end);
  }
  return { objects, isCut };
}

/** Returns the end of the object that starts at a brace, or null. Ignores braces in strings. */
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
