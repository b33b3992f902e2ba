import { releaseLabel } from "../parts/release-facts.ts";
import { count, listOf, plural } from "../parts/wording.ts";
import { longDate, longTime } from "./long-date.ts";
import { markingOf } from "./marking.ts";
import type { Fact } from "./method.ts";
import { listNamed, whenPublished } from "./named.ts";
import type { SessionContent } from "./session-content.ts";
import { personName } from "./standing.ts";
import { ANALYSER, isOwnAnalyser, judgeOf } from "./analysed-by.ts";

/** Maximum names on the first page; their section lists all. */
const MAX_NAMES = 6;

const NOT_MARKED = "not decided here, and the report prints none.";

/** Formats when the report was published, if known, and when it was analyzed. */
export function dateLine(content: SessionContent): string {
  const published = whenPublished(content);
  const analysed = longDate(content.created_at);
  return published === null
    ? `Analyzed on ${analysed}`
    : `Report of ${published}, analyzed on ${analysed}`;
}

/** Lists the facts of the first page: permitted recipients, origin, and reviewers. */
export function listCoverFacts(content: SessionContent): Fact[] {
  const { filename, source_url: url, note, tags } = content;
  const marking = markingOf(content);
  const facts: [string, string | null][] = [
    ["Marking", marking === null ? NOT_MARKED : `${marking.heading}: ${marking.meaning}`],
    ["File", filename?.replace(/\s+/g, " ") ?? null],
    ["Source", url],
    ["Read by", reader(content)],
    // One line: with more, the contents no longer fit on the page.
    ["Review", `${reviewStatus(content)}; reviewed by ${reviewers(content)}`],
    ["Mapped to", releaseLabel(content)],
    ["Groups named", groupsOf(content)],
    ["Tags", tags.length === 0 ? null : tags.join(", ")],
    ["Note", note.trim() === "" ? null : note.trim()],
    ["Session", content.session_id],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

function reader(content: SessionContent): string {
  const { chars_analyzed: read, chars_total: total } = content.coverage;
  const alone = isOwnAnalyser(content) ? `the ${ANALYSER}` : "a language model";
  const who = judgeOf(content) === null ? alone : `the ${ANALYSER} and a language model`;
  const extent = read >= total ? "the whole text" : "not the whole text";
  return `${who}, ${extent}: ${count(read)} of ${plural(total, "character")}`;
}

function reviewers({ review: { people, last } }: SessionContent): string {
  if (people.length === 0 || last === null) return "nobody so far";
  return `${listOf(people.map(personName))}, last on ${longDate(last)}`;
}

/** Describes the progress of the review in one sentence without a full stop. */
export function reviewStatus(
  content: Pick<SessionContent, "review_state" | "signed_by" | "signed_at" | "assignee">,
): string {
  const { review_state: state, signed_by: by, signed_at: at, assignee } = content;
  if (by !== null && at !== null) return `Signed by ${personName(by)} on ${longTime(at)}`;
  if (state !== "in_review") return "Draft";
  return assignee === null ? "In review" : `In review by ${personName(assignee)}`;
}

function groupsOf(content: SessionContent): string {
  const groups = listNamed(content).find(({ label }) => label === "Groups")?.entries ?? [];
  const names = groups.map(({ text }) => text);
  if (names.length === 0) return "none";
  if (names.length <= MAX_NAMES) return names.join("; ");
  return `${names.slice(0, MAX_NAMES).join("; ")} and ${names.length - MAX_NAMES} more`;
}
