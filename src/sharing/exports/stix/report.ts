import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { publishedOn } from "../content/named.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { stixLine, stixText, timestampOf } from "./text.ts";

/** Returns the report itself, which refers to all that is found in it. */
export function toReport(report: SessionReport, content: readonly StixObject[]): StixObject {
  const { session_id: id, title, summary, created_at: created, modified, tags } = report;
  const description = stixText(summary);
  const labels = [...tags.map(stixLine).filter((tag) => tag !== ""), stateLabel(report)];
  return {
    type: "report",
    spec_version: "2.1",
    id: stixIdOf("report", id),
    created,
    modified,
    name: stixLine(title) || `Analysis ${id.slice(-12)}`,
    ...(description !== "" && { description }),
    labels,
    report_types: ["threat-report"],
    published: publicationOf(report),
    ...sourceOf(report),
    // A report must refer to something; one with nothing found refers to who found nothing.
    object_refs: content.length === 0 ? [TOOL.id] : content.map((object) => object.id),
  };
}

/** How far the review of the report is, as a label that a consumer can filter by. */
function stateLabel({ review_state: state }: SessionReport): string {
  return `report-state:${state}`;
}

/** When the report itself was published, at the earliest where it names no day; else when it was read. */
function publicationOf(report: SessionReport): string {
  const date = publishedOn(report);
  if (date === null) return report.created_at;
  const [year, month = "01", day = "01"] = date.split("-");
  return timestampOf(`${year}-${month}-${day}T00:00:00.000Z`) ?? report.created_at;
}

/** Where the report was read. */
function sourceOf({ source_url: url }: SessionReport) {
  if (url === null || !/^https?:/i.test(url) || !URL.canParse(url)) return {};
  return { external_references: [{ source_name: "report", url: new URL(url).href }] };
}
