import type { Line } from "../document/lines.ts";
import {
  fenceMark,
  headingLevel,
  isFramed,
  isPicture,
  isTableRule,
  underlineLevel,
} from "./markdown-lines.ts";

/** Number of lines examined. */
const SEEN_LINES = 4000;
const SEEN_CHARS = 200_000;
/** Required score: one sign that plain text never has, or two that it may have by chance. */
const ENOUGH = 2;
const LINK = /\[[^[\]\n]{1,200}\]\((?:https?:|mailto:|[/.#])[^()\s]{0,500}\)/g;
const STRONG = /(?<![\w*])\*\*(?=[^\s*])[^*\n]{1,200}\*\*/g;
const COMMAND =
  /[;{}\\]$|^(?:\$|if |for |while |case |export |set |echo |sudo |function |def |class |import |from \S+ import|return |@|[\w.$\]["'-]+ ?[:+]?=|[\w./-]+ --?[a-z])/;
const MAX_UNDERLINED = 100;
/** Matches words that are neither an item nor a key with its value. A rule below those divides YAML documents. */
const UNDERLINED = /^(?![-*] |[\w-]+:).*\p{L}/u;

/**
 * Returns whether a text is Markdown. Fences, tables and headings below level 1 are proof. Links, emphasis,
 * underlined headings and level 1 headings need a second sign. A `#` before a command is a comment.
 */
export function isMarkdown(text: string, lines: readonly Line[]): boolean {
  if (text.startsWith("#!")) return false;
  const seen = lines.slice(0, SEEN_LINES);
  const sample = text.slice(0, SEEN_CHARS);
  const marks = countMarks(seen);
  if (marks.comments > marks.headings) return false;
  const links = sample.match(LINK)?.length ?? 0;
  const strong = sample.match(STRONG)?.length ?? 0;
  const points =
    (marks.fences > 1 ? ENOUGH : 0) +
    (marks.tables > 0 ? ENOUGH : 0) +
    (marks.deepHeadings > 0 ? ENOUGH : Math.min(marks.headings, 1)) +
    Math.min(marks.underlined, ENOUGH) +
    Math.min(marks.pictures, 1) +
    Math.min(links, ENOUGH) +
    Math.min(strong * 0.5, ENOUGH);
  return points >= ENOUGH;
}

interface Marks {
  headings: number;
  deepHeadings: number;
  /** Number of `#` lines among others or above a command. */
  comments: number;
  underlined: number;
  fences: number;
  tables: number;
  pictures: number;
}

function countMarks(lines: readonly Line[]): Marks {
  const marks: Marks = {
    headings: 0,
    deepHeadings: 0,
    comments: 0,
    underlined: 0,
    fences: 0,
    tables: 0,
    pictures: 0,
  };
  let fence = "";
  for (const [at, line] of lines.entries()) {
    const sign = fenceMark(line)?.sign ?? "";
    if (sign !== "" && (fence === "" || fence === sign)) {
      marks.fences += 1;
      fence = fence === "" ? sign : "";
    } else if (fence === "") countMark(lines, at, marks);
  }
  return marks;
}

function countMark(lines: readonly Line[], at: number, marks: Marks): void {
  const line = lines[at];
  const before = lines[at - 1];
  if (line === undefined || line.text === "") return;
  const level = headingLevel(line);
  if (level !== null) {
    if (isHeadingLine(lines, at, level)) {
      marks.headings += 1;
      if (level > 1) marks.deepHeadings += 1;
    } else marks.comments += 1;
  } else if (before !== undefined && before.text !== "") {
    const isAlone = (lines[at - 2]?.text ?? "") === "" && before.text.length <= MAX_UNDERLINED;
    if (isTableRule(line) && before.text.includes("|")) marks.tables += 1;
    else if (underlineLevel(line) !== null && isAlone && UNDERLINED.test(before.text)) {
      marks.underlined += 1;
    }
  }
  if (isPicture(line) && !isFramed(line)) marks.pictures += 1;
}

/** Returns whether a `#` line has words and is neither among comments nor above a command. */
function isHeadingLine(lines: readonly Line[], at: number, level: number): boolean {
  const text = lines[at]?.text ?? "";
  const before = lines[at - 1];
  const next = lines[at + 1];
  if (!/\p{L}/u.test(text) || COMMAND.test(text)) return false;
  if (before !== undefined && headingLevel(before) === level) return false;
  if (next === undefined) return true;
  const below = next.text === "" ? lines[at + 2] : next;
  const isShell = below !== undefined && !below.text.startsWith("$") && COMMAND.test(below.text);
  return !isShell && headingLevel(next) !== level;
}
