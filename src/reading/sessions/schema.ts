import { z } from "zod";
import { documentKindSchema } from "../document-kind/schema.ts";
import { entitiesSchema } from "../entities/schema.ts";
import { hintFields } from "../hints/schema.ts";
import { ASIDE_REASONS } from "../recognition/acts/aside-reasons.ts";
import { explanationSchema } from "./explanation-schema.ts";
import { leadFields } from "./leads-schema.ts";
import { judgementSchema, usageSchema } from "./judgement-schema.ts";
import { PROVIDER_SLOTS } from "../providers/vocabulary.ts";
import { reviewStateFields } from "./review-state-schema.ts";
import { strictnessFields } from "./strictness-schema.ts";
import {
  REVIEW_STATUSES,
  SESSION_STATUSES,
  TECHNIQUE_ORIGINS,
  TLP_MARKINGS,
} from "./vocabulary.ts";

const offset = (which: string) =>
  z
    .int()
    .nullable()
    .meta({
      description: `${which} of the evidence in the stored text, in UTF-16 code units; null if not located.`,
    });

const placed = (which: string) =>
  z.int().meta({ description: `${which} in the stored text, in UTF-16 code units.` });

const passageSchema = z
  .object({
    text: z.string().meta({ description: "The passage as it stands in the report." }),
    start: placed("Start"),
    end: placed("End"),
  })
  .meta({ id: "Passage" });

const PASSAGE = "The PowerShell downloader dumped credentials from LSASS memory.";

export const techniqueResultSchema = z
  .object({
    attack_id: z.string().meta({ example: "T1059.001" }),
    name: z.string(),
    tactic: z
      .string()
      .meta({ description: "Short name of the technique's first tactic, in matrix order." }),
    confidence: z.number().min(0).max(1),
    evidence: z.string(),
    evidence_start: offset("Start"),
    evidence_end: offset("End"),
    passages: z.array(passageSchema).meta({
      description:
        "Up to five passages of the report that show the technique, best first; the first is the evidence. Empty if the evidence is no passage of the text.",
      example: [{ text: PASSAGE, start: 0, end: PASSAGE.length }],
    }),
    warnings: z.array(z.string()).meta({
      description:
        "What to check before this row is signed, for example an id that contradicts the words printed next to it, or a further revoked id that this technique replaces.",
      example: [
        "T1087.003 is Email Account, but “Valid Accounts: Local Accounts”, printed beside it, is T1078.003.",
      ],
    }),
    verified: z.boolean().meta({ description: "Whether the evidence is a passage of the text." }),
    replaced_from: z.string().nullable().meta({
      description:
        "The revoked id in the report that this technique replaces. If the report names several, the others are in `warnings`.",
    }),
    review_status: z.enum(REVIEW_STATUSES),
    origin: z.enum(TECHNIQUE_ORIGINS).meta({
      description: "Who named the technique: the analysis, or an analyst.",
      example: "analysis",
    }),
    found_as: z.string().nullable().meta({
      description: "ID that the analysis gave, if an analyst replaced it; null otherwise.",
      example: null,
    }),
    note: z.string().meta({
      description: "Note by an analyst; empty if there is none.",
      example: "Confirmed by the process log.",
    }),
    changed_by: z.string().nullable().meta({
      description: "User who last changed the technique; null if nobody did.",
      example: "ann@example.org",
    }),
    changed_at: z.string().nullable().meta({
      description: "Time of the last change by a user; null if there was none.",
      example: "2026-11-22T08:15:00.000Z",
    }),
    judgement: judgementSchema.nullable().meta({
      description: "Who says what of the technique; null unless a language model judged it.",
    }),
    explanation: explanationSchema,
  })
  .meta({ id: "TechniqueResult" });

const setAsideSchema = z
  .object({
    attack_id: z.string().meta({
      description:
        "Identifier of the technique. Empty if the entry is a line of the page, which is no technique.",
    }),
    name: z.string().meta({
      description:
        "Name of the technique in the release; empty if the entry is a line of the page.",
    }),
    reason: z.enum(ASIDE_REASONS).meta({
      description:
        "Why it is no finding. advice: mitigation or recommendation; detection: guidance for finding it; negation: it was not done; question; hypothetical: somebody might; definition: what a technology is; contents: table of contents; references: sources; boilerplate: about the author or vendor, legal notes; furniture: menus, captions, teasers, and lines of the page such as page heads and watermarks; instruction: it orders the reader or a model what to report, or is a hidden comment; other_agent: an analyst, a defender, the victim's staff or a product ran the command; not_a_report: an id printed in a text, or in a long section, that is no threat report.",
    }),
    evidence: z.string(),
    evidence_start: placed("Start"),
    evidence_end: placed("End"),
    count: z.int().min(1).optional().meta({
      description: "How often a line of the page occurs. Absent from techniques.",
    }),
  })
  .meta({
    id: "SetAside",
    example: {
      attack_id: "T1053.005",
      name: "Scheduled Task",
      reason: "negation",
      evidence: "It does not establish persistence through scheduled tasks.",
      evidence_start: 120,
      evidence_end: 178,
    },
  });

const candidateSchema = z
  .object({
    attack_id: z.string(),
    name: z.string().meta({ description: "Name of the technique in the release." }),
    tactic: z.string(),
    confidence: z.number().min(0).max(1),
    evidence: z.string(),
    evidence_start: placed("Start"),
    evidence_end: placed("End"),
    judgement: judgementSchema.optional().meta({
      description: "Who says what of it. Absent unless a language model judged it.",
    }),
  })
  .meta({ id: "CandidateTechnique" });

export const analysisSchema = z
  .object({
    session_id: z.uuid(),
    name: z.string().nullable(),
    title: z.string().meta({
      description: "Name of the session, else name of its file, else first line of its text.",
      example: "Phishing at two banks",
    }),
    tags: z.array(z.string()).meta({ description: "Tags of the session.", example: ["banking"] }),
    tlp: z.enum(TLP_MARKINGS).nullable().meta({
      description:
        "Marking (Traffic Light Protocol 2.0) that a person decided; null if nobody decided one.",
      example: "amber",
    }),
    tlp_in_text: z.enum(TLP_MARKINGS).nullable().meta({
      description:
        "Marking that the text of the report prints most often; null if it prints none. Exports are headed by it while `tlp` is null, and say that it is not decided.",
      example: "clear",
    }),
    note: z.string().meta({
      description: "Note by an analyst; empty if there is none.",
      example: "To be compared with the incident of May.",
    }),
    ...reviewStateFields,
    status: z.enum(SESSION_STATUSES),
    provider: z.enum(PROVIDER_SLOTS),
    model: z.string().meta({ example: "embedded/enterprise-attack-19.1" }),
    ...strictnessFields,
    domain: z.string(),
    version: z.string(),
    filename: z.string().nullable(),
    source_url: z.string().nullable(),
    language: z.string().nullable(),
    created_at: z.string(),
    summary: z.string(),
    techniques: z.array(techniqueResultSchema),
    set_aside: z.array(setAsideSchema).meta({
      description:
        "Techniques that the report speaks of without describing adversary activity, never among `techniques`. Then the lines that belong to the page, each once, which are not analyzed and not exported.",
    }),
    candidates: z.array(candidateSchema).meta({
      description:
        "Techniques below the threshold, likeliest first: leads, no findings, and never among `techniques`. What `mode` or `min_confidence` held back, what was found in a text that is no threat report, and up to ten less likely ones; of a language model only the former.",
    }),
    entities: entitiesSchema.meta({ description: "What the text names besides techniques." }),
    ...leadFields,
    apt_hints: z.array(z.string()).meta({
      description:
        "Groups that the report mentions: the name of the group, then the aliases that the report uses.",
    }),
    ...hintFields,
    coverage: z.object({
      chars_total: z.int(),
      chars_analyzed: z.int(),
      chunks: z.int(),
    }),
    usage: usageSchema.nullable().meta({
      description:
        "What the analysis took of a language model; null for sessions from before it was counted, and until the analysis ends.",
    }),
    document_kind: documentKindSchema.nullable().meta({
      description:
        "What the text is, with probabilities and reasons. Only threat reports have findings, leads and hints. Null for sessions from before there were kinds, and until the analysis ends.",
    }),
    warnings: z.array(z.string()),
    rejected_techniques: z.array(z.object({ attack_id: z.string(), reason: z.string() })),
  })
  .meta({ id: "AnalysisOut" });

export type Analysis = z.output<typeof analysisSchema>;
export type TechniqueResult = z.output<typeof techniqueResultSchema>;

export const sessionListItemSchema = analysisSchema
  .pick({
    session_id: true,
    name: true,
    title: true,
    tags: true,
    tlp: true,
    tlp_in_text: true,
    note: true,
    status: true,
    provider: true,
    model: true,
    mode: true,
    min_confidence: true,
    domain: true,
    version: true,
    filename: true,
    created_at: true,
  })
  .extend({
    ...reviewStateFields,
    technique_count: z.int(),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why the analysis failed; null if it did not fail." }),
    etag: z.string().meta({
      description:
        "State of the session for `If-Match`, as the header `ETag` of the session has it.",
      example: '"0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70"',
    }),
  })
  .meta({ id: "SessionListItem" });

export type SessionListItem = z.output<typeof sessionListItemSchema>;

/** The events of a streamed analysis. Exactly one `result` or `error` ends it. */
export const streamEventSchema = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("session"), session_id: z.uuid() }),
    z.object({ type: z.literal("progress"), stage: z.string(), done: z.int(), total: z.int() }),
    z.object({ type: z.literal("token"), content: z.string() }),
    z.object({ type: z.literal("result"), data: analysisSchema }),
    z.object({ type: z.literal("error"), code: z.string(), detail: z.string() }),
  ])
  .meta({ id: "StreamEvent" });

export type StreamEvent = z.output<typeof streamEventSchema>;
