import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { publishedOn } from "../content/named.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { stixLine, stixText, timestampOf } from "./text.ts";

/** Returns the report object, which refers to all objects found in it. */
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
    // A report requires at least one reference; an empty one refers to its author.
    object_refs: content.length === 0 ? [TOOL.id] : content.map((object) => object.id),
  };
}

/** Returns the review state of the report as a label, by which consumers can filter. */
function stateLabel({ review_state: state }: SessionReport): string {
  return `report-state:${state}`;
}

/** Returns when the report was published, as the earliest day if it names none, else when it was analyzed. */
function publicationOf(report: SessionReport): string {
  const date = publishedOn(report);
  if (date === null) return report.created_at;
  const [year, month = "01", day = "01"] = date.split("-");
  return timestampOf(`${year}-${month}-${day}T00:00:00.000Z`) ?? report.created_at;
}

/** Returns the address of the report as a reference. */
export function sourceOf({ source_url: url }: SessionReport) {
  if (url === null || !/^https?:/i.test(url) || !URL.canParse(url)) return {};
  return { external_references: [{ source_name: "report", url: new URL(url).href }] };
}
