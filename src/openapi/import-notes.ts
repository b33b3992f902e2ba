import { EXAMPLE_ID, EXAMPLE_TIME } from "./example-values.ts";
import type { Notes } from "./notes.ts";

/** Fields of imports: their results and their receipts. */
export const IMPORT_NOTES: Notes = {
  import_id: ["Identifier of the import.", EXAMPLE_ID],
  items_seen: ["Number of objects that are reports.", 12],
  items_created: ["Number of new reports.", 2],
  duplicates: ["Number of reports that were already known.", 10],
  objects_by_type: ["Number of objects of each type.", { indicator: 12 }],
  error_count: ["Number of objects that could not be imported.", 0],
  "ImportResult.errors": ["Objects that could not be imported.", []],
  "MatrixImportResult.errors": ["Objects that could not be imported.", []],
  pointer: ["JSON pointer to the object in the request body.", "/objects/0"],
  "duplicates_of.id": [
    "Identifier of the object in the request body; null if it has none.",
    "report--00000000-0000-4000-8000-000000000001",
  ],
  "duplicates_of.report_id": ["Identifier of the known report.", EXAMPLE_ID],
  "ImportResult.errors.id": [
    "Identifier of the object in the request body; null if it has none.",
    "indicator--00000000-0000-4000-8000-000000000001",
  ],
  "ImportResult.errors.pointer": ["JSON pointer to the object.", "/objects/0"],
  "ImportResult.errors.reason": [
    "Why the object could not be imported.",
    "the object has no pattern",
  ],
  "MatrixImportResult.errors.id": [
    "Identifier of the object in the request body; null if it has none.",
    "AML.T0051",
  ],
  "MatrixImportResult.errors.pointer": ["JSON pointer to the object.", "/techniques/0"],
  "MatrixImportResult.errors.reason": [
    "Why the object could not be imported.",
    "the technique has no name",
  ],
  "MatrixImportResult.framework": ["Name of the matrix.", "ATLAS"],
  "MatrixImportResult.version": ["Release of the matrix; null if it names none.", "5.6.0"],
  "MatrixImportResult.technique_count": ["Number of techniques in the matrix.", 2],
  "MatrixImportResult.warnings": ["Warnings about the import, one sentence each.", []],
  "Import.id": ["Identifier of the import.", EXAMPLE_ID],
  "Import.kind": ["Kind of the import.", "stix"],
  "Import.status": ["Status of the import.", "complete"],
  "Import.actor": ["User who requested the import.", "ann@example.org"],
  "Import.errors": ["Number of objects that could not be imported.", 0],
  "Import.error": ["Why the import was interrupted; null if it was not.", null],
  "Import.created_at": ["Time at which the import started.", EXAMPLE_TIME],
  "Import.updated_at": ["Time at which the import last changed.", EXAMPLE_TIME],
  "Receipt.position": ["Position of the object in the import, from 0.", 0],
  "Receipt.object_type": ["Type of the object; null if it has none.", "indicator"],
  "Receipt.object_id": [
    "Identifier of the object in the request body; null if it has none.",
    "indicator--00000000-0000-4000-8000-000000000001",
  ],
  "Receipt.outcome": ["Outcome of the import of the object.", "created"],
  "Receipt.reason": [
    "Why the object was ignored or failed; null if it was imported.",
    "identity objects are not imported",
  ],
  "Receipt.report_id": [
    "Identifier of the report that the object became or belongs to; null if there is none.",
    EXAMPLE_ID,
  ],
};
