import { WORDS } from "../../src/exchange/cli/coverage-table.ts";
import type { Coverage, StateCounts } from "../../src/detection/coverage/states/schema.ts";
import {
  BY_NEED,
  type Standing,
  standingOf,
} from "../../src/detection/coverage/states/vocabulary.ts";

/** What is different between two coverages of the same techniques. */
export interface Change {
  before: StateCounts;
  after: StateCounts;
  techniques: {
    attack_id: string;
    name: string;
    before: Standing;
    after: Standing;
    isWorse: boolean;
  }[];
}

/** A comment has at most 65,536 characters. */
const MOST_ROWS = 200;
export function changesBetween(before: Coverage, after: Coverage): Change {
  const standings = new Map(
    before.techniques.map(({ attack_id: id, state, detection }) => [
      id,
      standingOf(state, detection),
    ]),
  );
  const techniques = after.techniques.flatMap(({ attack_id, name, state, detection }) => {
    const now = standingOf(state, detection);
    const then = standings.get(attack_id) ?? "blind";
    const isWorse = BY_NEED.indexOf(now) < BY_NEED.indexOf(then);
    return now === then ? [] : [{ attack_id, name, before: then, after: now, isWorse }];
  });
  return { before: before.summary, after: after.summary, techniques };
}

/** The change in Markdown. Nothing in it is text of a pull request, which could address people. */
export function describeChange({ before, after, techniques }: Change): string {
  const rows = techniques.toSorted((a, b) => Number(b.isWorse) - Number(a.isWorse));
  const worse = techniques.filter(({ isWorse }) => isWorse).length;
  const summary =
    techniques.length === 0
      ? "This pull request does not change the coverage of any technique."
      : `Techniques covered better: ${techniques.length - worse}. Covered worse: ${worse}.`;
  const shown = rows.slice(0, MOST_ROWS);
  return [
    "### Detection coverage",
    "",
    summary,
    "",
    "| State | Before | After |",
    "| --- | ---: | ---: |",
    ...BY_NEED.map(
      (standing) => `| ${WORDS[standing]} | ${before[standing]} | ${after[standing]} |`,
    ),
    ...(rows.length === 0 ? [] : ["", "| Technique | Before | After |", "| --- | --- | --- |"]),
    ...shown.map(
      (row) =>
        `| ${row.attack_id} ${row.name} | ${WORDS[row.before]} | ${row.isWorse ? "**worse:** " : ""}${WORDS[row.after]} |`,
    ),
    ...(rows.length > shown.length ? ["", `… and ${rows.length - shown.length} more.`] : []),
  ].join("\n");
}
