import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { Marking } from "../../../sharing/exports/content/marking.ts";
import { objectsOfObservable } from "../../../sharing/exports/stix/observable.ts";
import { signObjects } from "../../../sharing/exports/stix/sign-objects.ts";
import { stixLine } from "../../../sharing/exports/stix/text.ts";
import { isBlockable } from "../roles.ts";
import type { Observable } from "../store.ts";

/**
 * Returns the STIX 2.1 objects of a workspace observable, with the identity and definitions they refer to: an
 * indicator if it can be blocked, a vulnerability for a CVE, otherwise the bare cyber-observable object.
 */
export function objectsOfRow(row: Observable, marking: Marking | null): StixObject[] {
  return signObjects(contentOfRow(row), () => marking);
}

function contentOfRow(row: Observable): StixObject[] {
  if (!isBlockable(row.role)) return objectsOfObservable(row, null);
  const { first_seen_at: first, last_seen_at: last, created_at: added } = row;
  const labels = [`role:${row.role}`, ...row.tags.map(stixLine).filter((tag) => tag !== "")];
  return objectsOfObservable(row, {
    description: `Observable of the kind ${row.kind} with the role ${row.role}.`,
    isMalicious: row.role === "indicator",
    first_seen: first,
    last_seen: last,
    modified: added !== null && added > last ? added : last,
    reports: row.session_ids.length + row.report_ids.length,
    expires: row.expires_at,
    confidence: row.confidence,
    labels: [...new Set(labels)],
  });
}
