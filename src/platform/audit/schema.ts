import { z } from "zod";
import { AUDIT_ACTIONS, AUDITED_OBJECTS } from "./tables.ts";

export const auditActionSchema = z.enum(AUDIT_ACTIONS);
export const auditedObjectSchema = z.enum(AUDITED_OBJECTS);

export const auditEntrySchema = z
  .object({
    seq: z.int().meta({ description: "Sequence number of the entry, from 1, without gaps." }),
    id: z.uuid(),
    actor: z.string(),
    action: auditActionSchema,
    object_type: auditedObjectSchema,
    object_id: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    mac: z.string().nullable().meta({
      description:
        "Identifier of the key and HMAC-SHA-256 of the entry; null for entries older than the first key.",
    }),
    prev_hash: z.string().nullable(),
    hash: z.string().nullable().meta({
      description: "SHA-256 hash of the entry and `prev_hash`; null until a new entry is hashed.",
    }),
    seal_mac: z
      .string()
      .nullable()
      .meta({ description: "HMAC-SHA-256 of `seq` and `hash`; null if the entry has none yet." }),
  })
  .meta({ id: "AuditEntry" });
export type AuditView = z.output<typeof auditEntrySchema>;

const exportedEntrySchema = auditEntrySchema.extend({
  details_text: z.string().optional().meta({
    description:
      "Text of `details` as stored; present only if it differs from the JSON of `details`.",
  }),
});

const exportEndSchema = z
  .object({
    type: z.literal("head"),
    seq: z
      .int()
      .meta({ description: "Sequence number of the last exported entry; 0 if there is none." }),
    hash: z.string(),
    rows: z.int(),
    filtered: z.boolean().meta({ description: "Whether a filter left out entries." }),
    under_key_from: z.int().nullable().meta({
      description:
        "Sequence number of the first entry signed with the current key; null if there is none. Earlier entries are protected by the hash chain.",
    }),
    fault: z.string().nullable().meta({
      description:
        "Fault of the head of the chain at the time of the export; null if there was none.",
    }),
    exported_at: z.string().meta({ description: "Time of the export." }),
    mac: z.string().meta({ description: "HMAC-SHA-256 of the preceding fields, in their order." }),
  })
  .meta({ id: "AuditExportEnd" });
export type AuditExportEnd = z.output<typeof exportEndSchema>;

/** A line of the export: a row or, at the end, the proof that nothing is missing. */
export const exportLineSchema = z.union([exportedEntrySchema, exportEndSchema]);
export type ExportLine = z.output<typeof exportLineSchema>;

const brokenRowSchema = z.object({ seq: z.int(), id: z.string().nullable(), reason: z.string() });
export type BrokenRow = z.output<typeof brokenRowSchema>;

export const auditVerdictSchema = z
  .object({
    valid: z.boolean(),
    rows: z.int().meta({ description: "Number of valid entries before the first invalid one." }),
    first_broken: brokenRowSchema.nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why the verification failed; null if it did not fail." }),
    head: z.string().meta({
      description:
        "Hash of the last valid entry. A copy kept elsewhere reveals if later entries are removed.",
    }),
    under_key_from: z.int().nullable().meta({
      description:
        "Sequence number of the first entry signed with the current key; null if there is none. Earlier entries are protected by the hash chain.",
    }),
    key_id: z
      .string()
      .meta({ description: "Identifier of the current key; it does not reveal the key." }),
  })
  .meta({ id: "AuditVerdict" });
export type AuditVerdict = z.output<typeof auditVerdictSchema>;
