import { lineEnd } from "./characters.ts";
import type { Findings } from "./findings.ts";
import { cellBefore, gapAfter, headingEnd, quotedAt, type Span } from "./label-gaps.ts";

const NAME = /[^\s"'`,;|()<>“”«»、。，]{3,200}/uy;
/** A name that is clearly a mutex, even without a colon before it. */
const PLAIN_NAME =
  /^(?:(?:Global|Local|Sessions|BaseNamedObjects)\\|\\|\{[0-9a-f-]{30,}|(?=.*\d)(?=.*[A-Za-z])[\w.{}-]{6,}$|\w+_\w+)/i;

/** Maximum number of names in a list below a heading. */
const MAX_LISTED = 40;

/** Adds the mutexes after the label between two indexes. */
export function findMutexes(findings: Findings, label: number, at: number): Span[] {
  const { text } = findings;
  if (/create|open/i.test(text.slice(Math.max(0, label - 6), label))) return findCall(findings, at);
  const column = findings.cellsBelow(label, at);
  if (column !== null && column.cells.length > 0) {
    const cells = column.cells.filter((cell) => isCellName(text, cell, column.isProven));
    const added = cells.filter((cell) => addMutex(findings, cell));
    if (added.length > 0) return added;
  }
  const cell = cellBefore(text, label, at);
  if (cell !== null && PLAIN_NAME.test(text.slice(cell.from, cell.to))) {
    return addMutex(findings, cell) ? [cell] : [];
  }
  const gap = gapAfter(text, at);
  const quoted = quotedAt(text, gap.at);
  if (quoted !== null) return quotedNames(findings, quoted);
  const newline = headingEnd(text, at);
  if (newline >= 0) return listed(findings, newline);
  const name = nameAt(text, gap.at);
  if (name === null) return [];
  const value = text.slice(name.from, name.to);
  const isName = gap.isSigned ? !/^(?:is|was|the|a|an)$/i.test(value) : PLAIN_NAME.test(value);
  return isName && addMutex(findings, name) ? [name, ...namesBehind(findings, name.to)] : [];
}

/** Returns whether a cell below the heading is a name. A name without a distinctive form needs a proven heading. */
function isCellName(text: string, { from, to }: Span, isProven: boolean): boolean {
  const value = text.slice(from, to);
  return (
    PLAIN_NAME.test(value) || (isProven && /^[^\s,;]{4,80}$/.test(value) && !NO_NAME.test(value))
  );
}

const NO_NAME = /^(?:none|null|empty|unknown|default|random|various|same|mutex|n\/a)$/i;

/** Adds unquoted names joined by commas or "and". */
function namesBehind(findings: Findings, at: number): Span[] {
  const { text } = findings;
  const spans: Span[] = [];
  for (let to = at; spans.length < MAX_LISTED;) {
    const [between = ""] =
      /^(?:,\s?(?:and |or )?| and | or | und | и |、)/u.exec(text.slice(to, to + 8)) ?? [];
    const name = between === "" ? null : nameAt(text, to + between.length);
    if (name === null || !PLAIN_NAME.test(text.slice(name.from, name.to))) break;
    if (!addMutex(findings, name)) break;
    spans.push(name);
    to = name.to;
  }
  return spans;
}

const CALL = /[AWEx]{0,3}\s?\([^"'()\n]{0,60}L?(?=["'])/y;
const ENUMERATED = /[”"'`»」](?:, ?(?:and |or )?| and | or | und | и |、)(?=["'`“„«「])/y;

/** Matches `CreateMutexA(NULL, TRUE, "name")`. */
function findCall(findings: Findings, at: number): Span[] {
  CALL.lastIndex = at;
  const call = CALL.exec(findings.text)?.[0];
  const name = call === undefined ? null : quotedAt(findings.text, at + call.length);
  return name !== null && addMutex(findings, name) ? [name] : [];
}

/** Adds a quoted name, and those joined to it by commas or "and". */
function quotedNames(findings: Findings, first: Span): Span[] {
  const spans: Span[] = [];
  let name: Span | null = first;
  while (name !== null && spans.length < MAX_LISTED && addMutex(findings, name)) {
    spans.push(name);
    ENUMERATED.lastIndex = name.to;
    const between = ENUMERATED.exec(findings.text)?.[0];
    name = between === undefined ? null : quotedAt(findings.text, name.to + between.length);
    // A field name follows: `"mutex": "a", "campaign": "b"`.
    if (
      name !== null &&
      /^\\?["'`]\s?[:=]|^\\?["']\s?:/.test(findings.text.slice(name.to, name.to + 4))
    )
      break;
  }
  return spans;
}

function nameAt(text: string, at: number): Span | null {
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  return { from: at, to: at + name.replace(/[.:!?]+$/, "").length };
}

/** Adds names that are alone on the lines below a heading. */
function listed(findings: Findings, at: number): Span[] {
  const { text } = findings;
  const spans: Span[] = [];
  let line = text.indexOf("\n", at) + 1;
  for (let count = 0; count < MAX_LISTED && line > 0 && line < text.length; count += 1) {
    const end = lineEnd(text, line, 250);
    const [, indent = ""] = /^([\s\u2022*o-]*)/u.exec(text.slice(line, end)) ?? [];
    const name = nameAt(text, line + indent.length);
    if (name === null || text.slice(name.to, end).trim() !== "") break;
    if (!PLAIN_NAME.test(text.slice(name.from, name.to)) || !addMutex(findings, name)) break;
    spans.push(name);
    const next = text.indexOf("\n", end);
    line = next < 0 ? text.length : next + 1;
  }
  return spans;
}

function addMutex(findings: Findings, { from, to }: Span): boolean {
  const value = findings.slice(from, to).replaceAll("\\\\", "\\");
  if (/^%|[<>]|^\W+$/.test(value)) return false;
  return findings.add("mutex", from, to, { value, label: "mutex" });
}
