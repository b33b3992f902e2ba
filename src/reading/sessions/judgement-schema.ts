import { z } from "zod";
import { STANDINGS, VERDICTS } from "../recognition/found-technique.ts";

/** The results of the embedded analyzer and the language model for a technique, in responses. */
export const judgementSchema = z
  .object({
    standing: z.enum(STANDINGS).meta({
      description:
        "Who names the technique. `agreed`: both. `embedded_only`: the embedded analyzer alone, since the model gave no verdict, or neither is sure. `model_only`: the model alone. `disputed`: the analyzer, or the session that a second opinion is about, names it, and the model does not see it.",
      example: "agreed",
    }),
    embedded: z.number().min(0).max(1).nullable().meta({
      description:
        "Confidence of the embedded analyzer; null for a technique that only the model names.",
      example: 0.62,
    }),
    verdicts: z
      .array(
        z.object({
          start: z.int().meta({ description: "Start of the passage in the stored text." }),
          end: z.int().meta({ description: "End of the passage in the stored text." }),
          verdict: z.enum(VERDICTS).meta({
            description: "Whether the passage describes the technique; other: another one.",
          }),
          other_id: z.string().nullable().meta({
            description: "The technique that the model names instead; null unless it names one.",
          }),
          reason: z.string().meta({ description: "The model's reason, in its own words." }),
        }),
      )
      .meta({ description: "Answers of the model, one for each passage that it judged." }),
  })
  .meta({
    id: "Judgement",
    example: {
      standing: "agreed",
      embedded: 0.62,
      verdicts: [
        {
          start: 0,
          end: 63,
          verdict: "yes",
          other_id: null,
          reason: "The text says that the downloader dumped credentials from LSASS memory.",
        },
      ],
    },
  });

const tokens = (which: string) =>
  z
    .int()
    .nullable()
    .meta({
      description: `Tokens of all ${which}; null if the runtime does not report them.`,
      example: 12_400,
    });

/** The language model usage of an analysis. */
export const usageSchema = z
  .object({
    calls: z.int().meta({ description: "Calls to the model.", example: 6 }),
    input_tokens: tokens("prompts"),
    output_tokens: tokens("answers"),
    pairs: z.int().meta({
      description: "Pairs of passage and technique to judge; 0 unless the mode is judged.",
      example: 52,
    }),
    cached_pairs: z.int().meta({
      description: "Those of them that the model had judged before.",
      example: 0,
    }),
    cost: z.number().nullable().meta({
      description:
        "Cost in the currency of `PROVIDER_x_INPUT_PRICE` and `PROVIDER_x_OUTPUT_PRICE`; null if these or the tokens are unknown.",
      example: 0.0124,
    }),
  })
  .meta({ id: "ModelUsage" });
