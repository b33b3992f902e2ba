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

/** What is taken of a row; fields that small models add say nothing. */
const rowSchema = z.object({
  attack_id: z.string(),
  confidence: z.number().transform((value) => Math.min(1, Math.max(0, value))),
  evidence: z.string(),
});

/**
 * What is taken: rows are read one by one, so that a bad one costs no other. Small models leave the groups out, or
 * write null, where the text names none.
 */
const takenSchema = answerSchema.extend({
  techniques: z.array(z.unknown()),
  groups: z
    .array(z.unknown())
    .nullish()
    .transform((groups) => (groups ?? []).filter((name) => typeof name === "string")),
});

const MAX_TECHNIQUES = 500;
const MAX_GROUPS = 100;
const MAX_SUMMARY = 4_000;
const MAX_EVIDENCE = 4_000;
const MAX_ID = 32;
const MAX_REASON = 300;

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
  return {
    answer: {
      summary: summary.slice(0, MAX_SUMMARY).toWellFormed(),
      techniques: rows.flatMap((row) => ("technique" in row ? [row.technique] : [])),
      groups: groups.slice(0, MAX_GROUPS),
    },
    rejected: rows.flatMap((row) => ("technique" in row ? [] : [row])),
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

/** Reads the JSON object in a text, with or without a fence or words around it, by a schema. */
export function parseJson<T>(text: string, schema: z.ZodType<T>): { value: T } | { fault: string } {
  const json = findJson(text);
  if (json === null) return { fault: "The answer holds no JSON object." };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { fault: "The answer is not valid JSON, or is cut short." };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue?.path.map(String).join("/") ?? "";
  return { fault: `At '/${place}' the answer is not of the schema: ${issue?.message ?? ""}.` };
}

/** From the first brace to the last. */
function findJson(text: string): string | null {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start === -1 || end < start ? null : text.slice(start, end + 1);
}
