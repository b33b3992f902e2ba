import { z } from "zod";
import { AUDIT_ACTIONS, AUDITED_OBJECTS } from "./tables.ts";

export const auditActionSchema = z.enum(AUDIT_ACTIONS);
export const auditedObjectSchema = z.enum(AUDITED_OBJECTS);

export const auditEntrySchema = z
  .object({
    seq: z.int().meta({ description: "Place in the trail; rows are numbered without gaps." }),
    id: z.uuid(),
    actor: z.string(),
    action: auditActionSchema,
    object_type: auditedObjectSchema,
    object_id: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    mac: z.string().nullable().meta({
      description:
        "HMAC-SHA-256 of what the row says, after the id of its key; null from before there was one.",
    }),
    prev_hash: z.string().nullable(),
    hash: z.string().nullable().meta({
      description: "SHA-256 over the row and `prev_hash`; null for a row of this very moment.",
    }),
    seal_mac: z.string().nullable().meta({ description: "HMAC-SHA-256 of `seq` and `hash`." }),
  })
  .meta({ id: "AuditEntry" });
export type AuditView = z.output<typeof auditEntrySchema>;

const exportedEntrySchema = auditEntrySchema.extend({
  details_text: z
    .string()
    .optional()
    .meta({ description: "The stored text of `details`, where it is written another way." }),
});

const exportEndSchema = z
  .object({
    type: z.literal("head"),
    seq: z.int().meta({ description: "The last row of the export, 0 for none." }),
    hash: z.string(),
    rows: z.int(),
    filtered: z
      .boolean()
      .meta({ description: "Whether rows in between were left out on request." }),
    under_key_from: z.int().nullable().meta({
      description: "First row under the key of today; the chain proves those before it.",
    }),
    fault: z.string().nullable().meta({
      description: "What was wrong with the head of the chain when this was exported.",
    }),
    exported_at: z.string().meta({ description: "When this was exported." }),
    mac: z.string().meta({ description: "HMAC-SHA-256 of the fields above in their order." }),
  })
  .meta({ id: "AuditExportEnd" });
export type AuditExportEnd = z.output<typeof exportEndSchema>;

/** A line of the export: a row, or at last what proves that nothing is missing. */
export const exportLineSchema = z.union([exportedEntrySchema, exportEndSchema]);
export type ExportLine = z.output<typeof exportLineSchema>;

const brokenRowSchema = z.object({ seq: z.int(), id: z.string().nullable(), reason: z.string() });
export type BrokenRow = z.output<typeof brokenRowSchema>;

export const auditVerdictSchema = z
  .object({
    valid: z.boolean(),
    rows: z.int().meta({ description: "Rows that fit, up to the first that does not." }),
    first_broken: brokenRowSchema.nullable(),
    reason: z.string().nullable().meta({ description: "What failed, and where, in words." }),
    head: z.string().meta({
      description:
        "Hash of the last row that fits; kept elsewhere, it shows if the end is cut off.",
    }),
    under_key_from: z.int().nullable().meta({
      description: "First row under the key of today; the chain proves those before it.",
    }),
    key_id: z.string().meta({ description: "Names the key of today and reveals nothing of it." }),
  })
  .meta({ id: "AuditVerdict" });
export type AuditVerdict = z.output<typeof auditVerdictSchema>;
