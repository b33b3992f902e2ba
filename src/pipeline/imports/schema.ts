import { z } from "zod";
import { IMPORT_KINDS, IMPORT_STATES, RECEIPT_OUTCOMES } from "./vocabulary.ts";

const counts = {
  items_seen: z.int().meta({ description: "Objects that are reports, or should be." }),
  items_created: z.int(),
  duplicates: z.int().meta({ description: "Number of reports that were already known." }),
  suppressed: z.int().meta({ description: "Observables that a suppression rule kept out." }),
  observables_created: z.int(),
  observables_known: z.int(),
};

export const importErrorSchema = z.object({
  pointer: z.string().meta({ description: "JSON pointer to the object in the request body." }),
  id: z.string().nullable(),
  type: z.string().nullable().meta({ description: "Type of the object or attribute." }),
  reason: z.string(),
});
export type ImportError = z.output<typeof importErrorSchema>;

const duplicateSchema = z.object({
  pointer: z.string().meta({ description: "JSON pointer to the object in the request body." }),
  id: z.string().nullable(),
  report_id: z.uuid().nullable().meta({
    description:
      "Identifier of the known report; null in a dry run if that report is part of the same import.",
  }),
});
export type DuplicateOf = z.output<typeof duplicateSchema>;

const previewedSchema = z
  .object({
    pointer: z.string().meta({ description: "JSON pointer to the object in the request body." }),
    type: z.string().nullable().meta({ description: "Type of the object." }),
    title: z.string(),
    published_at: z.string().nullable(),
    technique_count: z.int(),
    is_known: z
      .boolean()
      .meta({ description: "Whether it is a duplicate, so that it would not be added." }),
    report_id: z.string().nullable().meta({
      description:
        "Identifier of the known report; null if that report is part of the same import.",
    }),
  })
  .meta({ id: "PreviewedReport" });
export type PreviewedReport = z.output<typeof previewedSchema>;

const attributesSchema = z
  .object({
    seen: z.int().meta({
      description:
        "Attributes of events, cyber-observable objects and comparisons of patterns: the sum of observables, foreign, in_text, without_value, deleted and refused.",
    }),
    observables: z.int().meta({ description: "Those that became at least one observable." }),
    kinds: z.record(z.string(), z.int()).meta({
      description: "The observables by kind; `filename|sha1` brings two.",
    }),
    foreign: z.record(z.string(), z.int()).meta({
      description: "Those that became observables of kinds `misp:...` or `stix:...`, by type.",
    }),
    in_text: z.int().meta({ description: "Sentences and measures, put into the report's text." }),
    without_value: z.int().meta({
      description: "Comparisons that name no value: numbers, negations, regular expressions.",
    }),
    deleted: z.int().meta({ description: "Those that their sender marked as deleted." }),
    refused: z.int().meta({ description: "Those that could not be read; `errors` names them." }),
    proposals: z.int().meta({
      description: "Proposals of other organizations, read as mentions; not counted in seen.",
    }),
    attachments: z.int().meta({
      description: "Files whose names and hashes were imported, without their bytes.",
    }),
  })
  .meta({
    id: "ImportedAttributes",
    description: "What became of each value that was sent.",
  });

export const importResultSchema = z
  .object({
    import_id: z
      .uuid()
      .nullable()
      .meta({ description: "Identifier of the import; null for a dry run, which stores nothing." }),
    ...counts,
    items_failed: z.int().meta({
      description:
        "Number of reports that could not be imported: items_seen minus items_created and duplicates.",
    }),
    duplicates_of: z.array(duplicateSchema).meta({
      description: "Objects that repeat a known report, by its URL, title or id: the first 1,000.",
    }),
    reports: z.array(previewedSchema).meta({
      description: "In a dry run, the first 100 reports of the file; otherwise empty.",
    }),
    attributes: attributesSchema,
    objects_by_type: z.record(z.string(), z.int()),
    errors: z.array(importErrorSchema).meta({
      description:
        "Objects that could not be imported; at most 1,000. The receipts of the import list all of them.",
    }),
    error_count: z.int(),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.output<typeof importResultSchema>;

export const matrixResultSchema = importResultSchema
  .extend({
    framework: z.string(),
    version: z.string().nullable(),
    technique_count: z.int(),
    published: z.boolean().meta({
      description:
        "Whether its techniques are now a release of the knowledge base; only an admin's import publishes one.",
    }),
    warnings: z.array(z.string()),
  })
  .meta({ id: "MatrixImportResult" });
export type MatrixResult = z.output<typeof matrixResultSchema>;

export const importSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(IMPORT_KINDS),
    status: z.enum(IMPORT_STATES),
    actor: z.string(),
    filename: z.string().nullable().meta({
      description: "Name of the file or of the source; null if the sender gave none.",
    }),
    source_id: z.string().nullable().meta({
      description: "Identifier of the source whose run made the import; null for a sent file.",
    }),
    run_id: z.string().nullable().meta({ description: "Identifier of that run." }),
    title: z.string().nullable().meta({
      description:
        "Title of the first report of the import; null if none of its first 1,000 objects is in a report.",
    }),
    ...counts,
    errors: z.int(),
    outcomes: z
      .record(z.string(), z.int())
      .nullable()
      .meta({
        description:
          "Number of objects or files by outcome; null while it runs and for older imports.",
        example: { created: 12, attached: 340, duplicate: 3 },
      }),
    error: z.string().nullable().meta({
      description: "Why it was interrupted; sending the same file again imports the rest.",
    }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Import" });

const nearDuplicateSchema = z
  .object({
    rule_id: z.string().nullable().meta({
      description: "Identifier of the stored rule; null for a rule of the same import that is new.",
    }),
    path: z.string().nullable().meta({
      description: "Path of a rule of the same import; null for one that was there before.",
    }),
    known_as: z.string().nullable(),
    title: z.string(),
    similarity: z.number().meta({
      description: "The share of parts that both have; 1 where the detection is the same.",
      example: 0.9,
    }),
  })
  .meta({ id: "NearDuplicate" });

export const ruleReceiptSchema = z
  .object({
    rule_id: z.string().nullable(),
    title: z.string().nullable(),
    techniques: z.array(z.string()).meta({ example: ["T1059.001"] }),
    unknown_techniques: z.array(z.string()).meta({
      description: "Ids that no current release has; the tags are kept in the rule's header.",
    }),
    changed: z.array(z.string()).meta({
      description: "What an update changed.",
      example: ["level", "detection"],
    }),
    line: z.int().nullable().meta({ description: "Line of the fault in the file, from 1." }),
    near_duplicates: z.array(nearDuplicateSchema).meta({
      description: "Rules that detect the same or nearly the same, the nearest first; at most 5.",
    }),
    samples: z.string().nullable().meta({
      description:
        "Of an updated rule: that samples of it fail, or were not run, in one sentence; else null.",
      example: "1 of 3 samples failed.",
    }),
  })
  .meta({ id: "RuleReceipt" });

export const receiptOutcomeSchema = z.enum(RECEIPT_OUTCOMES);
export const receiptSchema = z
  .object({
    position: z.int(),
    pointer: z.string(),
    object_type: z.string().nullable(),
    object_id: z.string().nullable(),
    outcome: receiptOutcomeSchema,
    reason: z.string().nullable(),
    report_id: z.string().nullable(),
    rule: ruleReceiptSchema.nullable().meta({
      description:
        "Of a rule: what the import knows of it; `pointer` is its path, `object_id` its id.",
    }),
  })
  .meta({ id: "Receipt" });
