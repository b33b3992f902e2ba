import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { cleanLine, cleanLines } from "../../../platform/lib/clean-text.ts";
import { namesEvidence } from "../locate-evidence.ts";
import { REVIEW_STATES, REVIEW_STATUSES, TLP_MARKINGS } from "../../sessions/vocabulary.ts";

const MAX_NOTE_CHARS = 10_000;
const MAX_TAGS = 20;
/** Maximum passages, as in an analysis. */
const MAX_PASSAGES = 5;
/** More than the techniques of any release. */
const MAX_REVIEWS = 1_000;

const note = z.string().max(MAX_NOTE_CHARS).transform(cleanLines).meta({
  description:
    "Note by an analyst; an empty text removes it. Invisible and control characters are removed.",
  example: "Confirmed by the process log.",
});
const place = (which: string, example: number) =>
  z
    .int()
    .min(0)
    .optional()
    .meta({ description: `${which} of the passage in the text, in UTF-16 code units.`, example });

const said = {
  evidence: z.string().max(20_000).optional().meta({
    description:
      "Passage of the text; white space and quotation marks need not be the same. With offsets, it must be the passage that they enclose.",
    example: "the mail carried a PowerShell downloader",
  }),
  evidence_start: place("Start", 118),
  evidence_end: place("End", 158),
  confidence: z.number().min(0).max(1).optional().meta({
    description: "Confidence of the analyst, from 0 to 1.",
    example: 0.9,
  }),
  tactic: z.string().trim().max(64).optional().meta({
    description: "Short name of one of the tactics of the technique.",
    example: "execution",
  }),
  note: note.optional(),
  review_status: z.enum(REVIEW_STATUSES).optional(),
};

export const newTechniqueSchema = z
  .object({
    attack_id: techniqueIdParam.meta({
      description: "Technique ID; a revoked one is followed to its successor.",
    }),
    ...said,
  })
  .refine(
    (given) => given.evidence !== undefined || given.evidence_start !== undefined,
    "must name the evidence: 'evidence', a passage of the text, or 'evidence_start' and 'evidence_end'",
  )
  .meta({
    id: "NewTechnique",
    example: {
      attack_id: "T1566.001",
      evidence: "the attached invoice",
      note: "Confirmed by the mail gateway.",
    },
  });
export type NewTechnique = z.output<typeof newTechniqueSchema>;

export const techniqueChangeSchema = z
  .object({
    attack_id: techniqueIdParam.optional().meta({
      description: "Other technique ID; a revoked one is followed to its successor.",
    }),
    ...said,
    passages: z
      .array(
        z.object({
          start: z.int().min(0).meta({ description: "Start of the passage." }),
          end: z.int().min(0).meta({ description: "End of the passage." }),
        }),
      )
      .min(1)
      .max(MAX_PASSAGES)
      .optional()
      .meta({
        description:
          "Passages of the text that show the technique, best first, in UTF-16 code units. They replace those that it has, and the first becomes its evidence.",
        example: [
          { start: 118, end: 158 },
          { start: 240, end: 301 },
        ],
      }),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: "must name at least one field to change",
  })
  .refine((given) => given.passages === undefined || !namesEvidence(given), {
    error: "must name either 'passages' or the evidence, not both",
  })
  .meta({
    id: "TechniqueChange",
    example: { review_status: "accepted", note: "Confirmed by the process log." },
  });
export const reviewsSchema = z
  .object({
    changes: z
      .array(z.object({ attack_id: techniqueIdParam, review_status: z.enum(REVIEW_STATUSES) }))
      .min(1)
      .max(MAX_REVIEWS)
      .refine((list) => new Set(list.map(({ attack_id: id }) => id)).size === list.length, {
        error: "must name each technique once",
      })
      .meta({ description: "Techniques of the session, each with its new review status." }),
  })
  .meta({
    id: "Reviews",
    example: {
      changes: [
        { attack_id: "T1059.001", review_status: "accepted" },
        { attack_id: "T1566.001", review_status: "rejected" },
      ],
    },
  });
export type Reviews = z.output<typeof reviewsSchema>;

export type TechniqueChange = z.output<typeof techniqueChangeSchema>;

export const sessionChangeSchema = z
  .object({
    name: z
      .string()
      .trim()
      .max(255)
      .nullable()
      .transform((text) => (text === null ? null : cleanLine(text) || null))
      .meta({
        description:
          "Name of the session, in one line; null for none. Invisible and control characters are removed.",
        example: "Phishing at two banks",
      }),
    tags: z
      .array(
        z
          .string()
          .trim()
          .min(1, "must not be empty")
          .max(50)
          .transform((tag) => cleanLine(tag).normalize("NFC"))
          .refine((tag) => tag !== "", "must have a visible character"),
      )
      .max(MAX_TAGS)
      .transform((list) => [...new Set(list)])
      .meta({ description: "Tags of the session; duplicates are merged.", example: ["banking"] }),
    tlp: z.enum(TLP_MARKINGS).nullable().meta({
      description: "Marking by the Traffic Light Protocol 2.0; null for none.",
      example: "amber",
    }),
    note,
    assignee: z
      .string()
      .trim()
      .max(255)
      .nullable()
      .transform((text) => (text === null ? null : cleanLine(text) || null))
      .meta({
        description: "User who is to review the report; null for nobody.",
        example: "bob@example.org",
      }),
    review_state: z.enum(REVIEW_STATES).meta({
      description:
        "`signed` signs the report as the acting user; `draft` or `in_review` reopens a signed one.",
      example: "in_review",
    }),
  })
  .partial()
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: "must name at least one field to change",
  })
  .meta({ id: "SessionChange" });
export type SessionChange = z.output<typeof sessionChangeSchema>;
