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

/** What is taken: small models leave the groups out, or write null, where the text names none. */
const takenSchema = answerSchema.extend({
  groups: z
    .array(z.unknown())
    .nullish()
    .transform((groups) => (groups ?? []).filter((name) => typeof name === "string")),
});

const MAX_TECHNIQUES = 500;
const MAX_GROUPS = 100;
const MAX_SUMMARY = 4_000;
const MAX_EVIDENCE = 4_000;

/** An answer, or what is wrong with it in a sentence for the model. */
export type ParsedAnswer = { answer: Answer } | { fault: string };

/**
 * Reads what a model wrote, which is believed in nothing: JSON with or without a fence or words
 * around it, of the schema, cut to sane sizes.
 */
export function parseAnswer(text: string): ParsedAnswer {
  const json = findJson(text);
  if (json === null) return { fault: "The answer holds no JSON object." };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { fault: "The answer is not valid JSON, or is cut short." };
  }
  const parsed = takenSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.map(String).join("/") ?? "";
    return { fault: `At '/${place}' the answer is not of the schema: ${issue?.message ?? ""}.` };
  }
  const { summary, techniques, groups } = parsed.data;
  if (summary.trim() === "") return { fault: "The summary is empty." };
  return {
    answer: {
      summary: summary.slice(0, MAX_SUMMARY).toWellFormed(),
      techniques: techniques.slice(0, MAX_TECHNIQUES).map((technique) => ({
        ...technique,
        evidence: technique.evidence.slice(0, MAX_EVIDENCE).toWellFormed(),
      })),
      groups: groups.slice(0, MAX_GROUPS),
    },
  };
}

/** From the first brace to the last. */
function findJson(text: string): string | null {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start === -1 || end < start ? null : text.slice(start, end + 1);
}
