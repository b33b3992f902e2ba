import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { findKnownExploited } from "../../knowledge/vulnerabilities/known-exploited.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { Outline } from "../../text/document/document.ts";
import { outlineText } from "../../text/outline/outline-text.ts";
import { findOccurrences } from "../observables/extract/find-occurrences.ts";
import type { RuledValue } from "../observables/found.ts";
import { nameSoftware } from "./name-software.ts";
import type { NewReport } from "./new-report.ts";
import type { Report } from "./store.ts";

/** Maximum entries per list. A report with more is a catalog. */
const MAX_NAMES = 200;

/** Names in a report other than its techniques and groups. */
export type ReportNames = Pick<Report, "software_ids" | "cve_ids" | "exploited_cve_ids">;

/**
 * Returns the software and vulnerabilities that title, text and summary of a report name.
 * @param outline of its title and text
 * @param matches the observables in them
 * @param index null if no release is ingested, in which case no software is known
 */
export function namesOf(
  { summary, text }: NewReport,
  outline: Outline,
  matches: readonly RuledValue[],
  index: ReleaseIndex | null,
): ReportNames {
  // A feed's summary is usually the beginning of its text.
  const apart = text.includes(summary) ? null : outlineText(summary);
  const software = nameSoftware(outline, index);
  if (apart !== null) software.push(...nameSoftware(apart, index));
  const cves = matches
    .filter(({ kind, suppressed }) => kind === "cve" && suppressed === null)
    .map(({ normalized_value: id }) => id);
  for (const { kind, normalized_value: id } of apart === null ? [] : findOccurrences(apart)) {
    if (kind === "cve") cves.push(id);
  }
  const cve_ids = unique(cves.map((id) => id.toUpperCase()));
  const exploited_cve_ids = cve_ids.filter((id) => findKnownExploited(id) !== null);
  return { software_ids: unique(software), cve_ids, exploited_cve_ids };
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort(compareText).slice(0, MAX_NAMES);
}
