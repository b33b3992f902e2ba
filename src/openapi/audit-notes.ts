import { EXAMPLE_HASH, EXAMPLE_ID, EXAMPLE_TIME } from "./example-values.ts";
import { type Notes, notesUnder } from "./notes.ts";

/** Fields of the audit trail: entries, export and verification. */
export const AUDIT_NOTES: Notes = {
  ...notesUnder(["AuditEntry", "audit"], {
    id: ["Identifier of the audit entry.", EXAMPLE_ID],
    actor: ["User who took the action.", "ann@example.org"],
    action: ["Action that was taken.", "rule.generate"],
    object_type: ["Type of the object that was acted on.", "rule"],
    object_id: ["Identifier of the object that was acted on.", EXAMPLE_ID],
    details: ["Details of the action.", { title: "PowerShell downloads" }],
    created_at: ["Time of the action.", EXAMPLE_TIME],
    prev_hash: ["Hash of the previous entry; null for the first.", null],
    hash: ["SHA-256 hash of the entry.", EXAMPLE_HASH],
    seq: ["Sequence number of the entry, from 1.", 129],
  }),
  "first_broken.seq": ["Sequence number of the entry, from 1.", 129],
  "AuditExportEnd.type": ["Type of the line; `head` marks the last one."],
  "AuditExportEnd.seq": ["Sequence number of the last entry; 0 if there is none.", 129],
  "AuditExportEnd.hash": ["Hash of the last entry.", EXAMPLE_HASH],
  "AuditExportEnd.rows": ["Number of exported entries.", 128],
  "AuditExportEnd.filtered": ["Whether a filter left out entries.", false],
  "AuditVerdict.valid": ["Whether the chain of the audit trail is intact.", true],
  "AuditVerdict.rows": ["Number of valid entries before the first invalid one.", 128],
  "AuditVerdict.head": ["Hash of the last valid entry.", EXAMPLE_HASH],
  "AuditVerdict.reason": ["Why the verification failed; null if it did not fail.", null],
  "AuditVerdict.first_broken": ["First invalid entry; null if all entries are valid."],
  "first_broken.id": ["Identifier of the entry; null if it is missing.", EXAMPLE_ID],
  "first_broken.reason": [
    "Why the entry is invalid.",
    "has a hash that is not that of its content",
  ],
};
