import { z } from "zod";
import { AUDIT_ACTIONS, AUDITED_OBJECTS } from "./tables.ts";

export const auditActionSchema = z.enum(AUDIT_ACTIONS);
export const auditedObjectSchema = z.enum(AUDITED_OBJECTS);

export const auditEntrySchema = z
  .object({
    id: z.uuid(),
    actor: z.string(),
    action: auditActionSchema,
    object_type: auditedObjectSchema,
    object_id: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    prev_hash: z.string().nullable(),
    hash: z.string().nullable().meta({
      description: "SHA-256 over the row and `prev_hash`; null for a row of this very moment.",
    }),
  })
  .meta({ id: "AuditEntry" });
export type AuditView = z.output<typeof auditEntrySchema>;

export const auditVerdictSchema = z
  .object({
    valid: z.boolean(),
    rows: z.int().meta({ description: "Rows that fit, up to the first that does not." }),
    first_broken: z
      .object({ seq: z.int(), id: z.string().nullable(), reason: z.string() })
      .nullable(),
    head: z.string().meta({
      description:
        "Hash of the last row that fits; kept elsewhere, it shows if the end is cut off.",
    }),
  })
  .meta({ id: "AuditVerdict" });
export type AuditVerdict = z.output<typeof auditVerdictSchema>;
