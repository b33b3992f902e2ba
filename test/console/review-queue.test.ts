import { describe, expect, it } from "vitest";
import type { MetState } from "../../src/console/api/problem.ts";
import type { Technique } from "../../src/console/api/session.ts";
import { describeEntry } from "../../src/console/pages/session/tabs/describe-history.ts";
import { findNextOpen } from "../../src/console/pages/session/review/next-open.ts";
import { findSharedSentences } from "../../src/console/pages/session/review/same-sentence.ts";
import { afterMeeting } from "../../src/console/parts/review-queue/after-meeting.ts";
import type { Waiting } from "../../src/console/parts/review-queue/queue-store.ts";

type Status = Technique["review_status"];
type Entry = Parameters<typeof describeEntry>[0];

const row = (attack_id: string, review_status: Status, change: Partial<Technique> = {}) =>
  ({ attack_id, review_status, changed_at: null, ...change }) as Technique;

describe("the next technique to review", () => {
  const list = [row("A", "suggested"), row("B", "accepted"), row("C", "needs_evidence")];
  it.each([
    ["below", [...list, row("D", "suggested")], "C", "D"],
    ["from the top", list, "B", "A"],
    ["what needs evidence last", list.slice(1), "B", "C"],
    ["nothing", [row("B", "accepted")], "B", null],
  ])("is found %s", (_where, rows, after, next) => {
    expect(findNextOpen(rows, new Set([after]))).toBe(next);
  });
});

it("techniques whose evidence overlaps share a sentence", () => {
  const at = (id: string, start: number, end: number) =>
    row(id, "suggested", { evidence: id, evidence_start: start, evidence_end: end });
  const shared = findSharedSentences([at("C", 40, 60), at("A", 0, 30), at("B", 10, 30)]);
  expect([...shared.keys()].toSorted()).toEqual(["A", "B"]);
  expect(shared.get("B")).toMatchObject({ text: "A", ids: ["A", "B"] });
});

it("a change of several goes on without what others changed", () => {
  const change = {
    kind: "review",
    status: "accepted",
    rows: [
      { attackId: "A", from: "suggested" },
      { attackId: "B", from: "suggested" },
    ],
  } as const;
  const entry = { id: "1", sessionId: "s", change, etag: '"old"', seen: null } as unknown;
  const current = [row("A", "rejected", { changed_at: "now" }), row("B", "suggested")];
  const met: MetState = { etag: '"new"', current, changedBy: "bob", changedAt: null };
  const [free, taken] = afterMeeting(entry as Waiting, met, "Changed.");
  expect(free).toMatchObject({ id: "1", etag: '"new"', change: { rows: [{ attackId: "B" }] } });
  expect(taken).toMatchObject({ refusal: "Changed.", met, change: { rows: [{ attackId: "A" }] } });
});

it.each([
  ["changed", { review_status: "suggested" }, { review_status: "accepted" }, "Accepted"],
  ["changed", { review_status: "accepted" }, { review_status: "suggested" }, "Review cleared"],
  ["updated", { tags: ["a"] }, { tags: ["b"] }, "Tag added: b; tag removed: a"],
  ["updated", { tlp: "red" }, { tlp: null }, "Marking removed"],
  ["updated", { note: "" }, { note: "Seen" }, "Note added: “Seen”"],
  ["changed", { confidence: 0.5 }, { confidence: 0.9 }, "Confidence changed from 50 % to 90 %"],
  ["undone", { note: "Seen" }, { note: "" }, "Undone: note removed"],
  ["undone", { attack_id: "T1" }, null, "Undone: removed again"],
] as const)("history: %s %o to %o is said as %s", (action, before, after, said) => {
  const fields = Object.keys(before);
  expect(describeEntry({ action, fields, before, after } as unknown as Entry)).toBe(said);
});
