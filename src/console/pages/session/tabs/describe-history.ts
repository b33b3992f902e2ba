import type { HistoryEntry } from "../../../api/session.ts";
import { counted } from "../../../parts/counted.ts";
import { REVIEWS } from "../../../parts/review-queue/change.ts";

type Values = Readonly<Record<string, unknown>>;
type Describe = (now: unknown, before: unknown) => string;

const SHOWN_CHARS = 80;

/** Describes a change: `Accepted`, `Tag added: ransomware`, `Undone: note removed`. */
export function describeEntry(entry: HistoryEntry): string {
  const { action, before, after } = entry;
  if (action === "reanalysed") return "Analyzed again";
  if (action === "added") return "Added";
  if (action === "removed") return "Removed";
  if (action !== "undone") return describeFields(entry, after ?? {}, before ?? {});
  return `Undone: ${lowered(describeUndo(entry))}`;
}

/** Describes many changes of one request. */
export function describeBatch(entries: readonly HistoryEntry[]): string {
  const kinds = Map.groupBy(entries, describeEntry);
  return [...kinds]
    .map(([said, list]) => `${said}: ${counted(list.length, "technique")}`)
    .map((one, at) => (at === 0 ? one : lowered(one)))
    .join("; ");
}

function describeUndo(entry: HistoryEntry): string {
  const { before, after } = entry;
  if (after === null) return "Removed again";
  return before === null ? "Added again" : describeFields(entry, after, before);
}

function describeFields({ fields }: HistoryEntry, now: Values, before: Values): string {
  // The first passage is the evidence, so one sentence covers both.
  const shown = fields.filter((field) => field !== "passages" || !fields.includes("evidence"));
  const said = shown.map((field) =>
    (FIELDS[field] ?? otherField(field))(now[field], before[field]),
  );
  return said.map((one, at) => (at === 0 ? one : lowered(one))).join("; ");
}

const FIELDS: Readonly<Record<string, Describe>> = {
  review_status: (now) =>
    now === "suggested" ? "Review cleared" : (REVIEWS[now as keyof typeof REVIEWS] ?? "Reviewed"),
  attack_id: (now, before) => `Changed from ${textOf(before)} to ${textOf(now)}`,
  tactic: (now, before) => `Tactic changed from ${wordsOf(before)} to ${wordsOf(now)}`,
  confidence: (now, before) => `Confidence changed from ${percent(before)} to ${percent(now)}`,
  evidence: (now) => `Evidence changed to ${quoted(now)}`,
  passages: (now, before) => {
    const more = listOf(now).length - listOf(before).length;
    return more === 0 ? "Passages changed" : more > 0 ? "Passage added" : "Passage removed";
  },
  note: (now, before) => {
    if (isNothing(now)) return "Note removed";
    return `${isNothing(before) ? "Note added" : "Note changed"}: ${quoted(now)}`;
  },
  name: (now) => (isNothing(now) ? "Name removed" : `Renamed to ${quoted(now)}`),
  tlp: (now) => (isNothing(now) ? "Marking removed" : `Marked TLP:${textOf(now).toUpperCase()}`),
  assignee: (now) => (isNothing(now) ? "Assignee removed" : `Assigned to ${shorten(textOf(now))}`),
  review_state: (now, before) => {
    if (now === "signed") return "Report signed";
    if (before === "signed") return "Report reopened";
    return now === "in_review" ? "Sent to review" : "Returned to draft";
  },
  tags: (now, before) => {
    const [has, had] = [listOf(now).map(textOf), listOf(before).map(textOf)];
    const said = [
      ...changeOf(
        "added",
        has.filter((tag) => !had.includes(tag)),
      ),
      ...changeOf(
        "removed",
        had.filter((tag) => !has.includes(tag)),
      ),
    ];
    return said.map((one, at) => (at === 0 ? one : lowered(one))).join("; ") || "Tags reordered";
  },
};

function changeOf(what: string, tags: readonly string[]): string[] {
  if (tags.length === 0) return [];
  return [`${tags.length === 1 ? "Tag" : "Tags"} ${what}: ${tags.join(", ")}`];
}

function otherField(field: string): Describe {
  const name = wordsOf(field);
  const called = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return (now, before) => {
    if (isNothing(now)) return `${called} removed`;
    const from = isNothing(before) ? "" : ` from ${shorten(textOf(before))}`;
    return `${called} changed${from} to ${shorten(textOf(now))}`;
  };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "none");
}

function wordsOf(value: unknown): string {
  return textOf(value).replaceAll(/[-_]/gu, " ");
}

function percent(value: unknown): string {
  return `${Math.round(Number(value) * 100)} %`;
}

function quoted(value: unknown): string {
  return `“${shorten(textOf(value))}”`;
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
