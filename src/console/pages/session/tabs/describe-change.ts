import type { HistoryEntry } from "../../../api/session.ts";
import { REVIEWS } from "../../../parts/review-queue/change.ts";

type Values = HistoryEntry["before"];

const SHOWN_CHARS = 80;
const percent = (value: unknown) => `${Math.round(Number(value) * 100)} %`;
const marking = (value: unknown) => `TLP:${String(value).toUpperCase()}`;

/** What was done to each field, in words. */
const FIELDS: Record<string, (before: unknown, after: unknown) => string> = {
  review_status: (before, after) => `${reviewOf(before)} → ${reviewOf(after)}`,
  attack_id: (before, after) => `changed from ${String(before)} to ${String(after)}`,
  tactic: (_before, after) => `moved to the tactic ${String(after).replaceAll("-", " ")}`,
  confidence: (before, after) => `confidence ${percent(before)} → ${percent(after)}`,
  evidence: () => "other evidence chosen",
  note: (_before, after) => (isEmpty(after) ? "note removed" : `note “${short(after)}”`),
  name: (_before, after) => (isEmpty(after) ? "name removed" : `renamed to “${short(after)}”`),
  tlp: (_before, after) => (isEmpty(after) ? "marking removed" : `marked ${marking(after)}`),
  tags: (before, after) => describeTags(listOf(before), listOf(after)),
  assignee: (_before, after) =>
    isEmpty(after) ? "assignee removed" : `assigned to ${short(after)}`,
  review_state: describeState,
};

/** What a change of a session did, in words. */
export function describeChange({ action, fields, before, after }: HistoryEntry): string {
  if (action === "added") return "added";
  if (action === "removed") return "removed";
  if (action === "reanalysed") return describeAnalysis(after);
  const said = fields.map((field) => {
    const describe = FIELDS[field] ?? (() => `${field.replaceAll("_", " ")} changed`);
    return describe(before?.[field], after?.[field]);
  });
  if (action !== "undone") return said.join("; ");
  if (after === null) return "undone: removed again";
  return before === null ? "undone: restored" : `undone: ${said.join("; ")}`;
}

function describeState(before: unknown, after: unknown): string {
  if (after === "signed") return "signed the report";
  if (before === "signed") return "reopened the report";
  return after === "in_review" ? "sent to review" : "back to draft";
}

function describeTags(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  return [
    ...(added.length === 0 ? [] : [`tagged ${short(added.join(", "))}`]),
    ...(removed.length === 0 ? [] : [`tag removed: ${short(removed.join(", "))}`]),
  ].join("; ");
}

function describeAnalysis(after: Values): string {
  const version = after?.["version"];
  const count = after?.["technique_count"];
  return `analysed again with ATT&CK ${String(version)}: ${String(count)} techniques`;
}

function reviewOf(value: unknown): string {
  const names: Record<string, string> = REVIEWS;
  return typeof value === "string" ? (names[value] ?? value) : "none";
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function short(value: unknown): string {
  const text = String(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
