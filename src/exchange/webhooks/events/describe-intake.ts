import { findMarking } from "../../../reading/entities/find-marking.ts";
import type { Report } from "../../../pipeline/intake/store.ts";
import type { EventSourceDeps } from "../deps.ts";
import {
  type Announcement,
  counted,
  isRestricted,
  type Message,
  messageId,
  pageUrl,
  WITHHELD,
} from "./announcement.ts";
import type { OutboxEvent } from "./outbox-store.ts";

/** Maximum reports of one message. Those of a feed or an import share a message. */
const MOST_REPORTS = 25;

/** A new report in a message. */
interface Entered {
  id: string;
  report: Report | undefined;
  isRestricted: boolean;
}

/** Describes reports that entered the intake, grouped by run or import. */
export async function describeIntake(
  deps: EventSourceDeps,
  events: readonly OutboxEvent[],
): Promise<Announcement[]> {
  const ids = events.map(({ object_id: id }) => id);
  const found = await deps.intake.findAll(ids);
  const marked = await deps.intake.listWithWord(ids, "tlp");
  const reports = new Map(found.map((report) => [report.id, report]));
  const announced: Announcement[] = [];
  for (const [first, ...rest] of groupByOrigin(events)) {
    const group = [first, ...rest];
    const entered: Entered[] = [];
    for (const { object_id: id } of group) {
      const report = reports.get(id);
      entered.push({ id, report, isRestricted: await isMarked(deps, report, marked) });
    }
    announced.push({
      id: messageId(first.id),
      type: first.type,
      at: first.at,
      event_ids: group.map(({ id }) => id),
      message: messageOf(deps, first, entered, false),
      withheld: messageOf(deps, first, entered, true),
    });
  }
  return announced;
}

type Group = [OutboxEvent, ...OutboxEvent[]];

function groupByOrigin(events: readonly OutboxEvent[]): Group[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const event of events) {
    const { source_id: source, import_id: run } = event.facts;
    const origin = source === null && run === null ? event.id : `${String(source)} ${String(run)}`;
    const group = open.get(origin);
    if (group !== undefined && group.length < MOST_REPORTS) group.push(event);
    else {
      const begun: Group = [event];
      open.set(origin, begun);
      groups.push(begun);
    }
  }
  return groups;
}

/** Returns whether a report prints a restrictive marking. The intake stores none, so the text is checked. */
async function isMarked(
  deps: EventSourceDeps,
  report: Report | undefined,
  marked: ReadonlySet<string>,
): Promise<boolean> {
  if (report === undefined) return false;
  const text = marked.has(report.id) ? await deps.intake.readText(report.id) : "";
  const printed = findMarking([report.title, report.summary, text].join("\n"));
  return isRestricted(printed?.marking ?? null);
}

function messageOf(
  deps: EventSourceDeps,
  { facts }: OutboxEvent,
  entered: readonly Entered[],
  withholds: boolean,
): Message {
  const url = pageUrl(deps, "/intake");
  const shown = entered.map((one) =>
    withholds && one.isRestricted ? { ...one, report: undefined } : one,
  );
  return {
    data: {
      report_count: entered.length,
      reports: shown.map((one) => describeReport(one)),
      source_id: facts["source_id"] ?? null,
      import_id: facts["import_id"] ?? null,
      url,
    },
    title: `${counted(entered.length, "new report")} in the intake`,
    lines: shown.map(({ report }) => report?.title ?? `A report. ${WITHHELD}`),
    url,
  };
}

function describeReport({ id, report, isRestricted: restricted }: Entered) {
  if (report === undefined) return { report_id: id, restricted };
  const { title, publisher, url, technique_ids, group_ids, source_id, import_id } = report;
  const counts = { technique_count: technique_ids.length, group_count: group_ids.length };
  return { report_id: id, title, publisher, source_url: url, ...counts, source_id, import_id };
}
