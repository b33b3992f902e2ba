import { lineEnd, lineStart } from "./characters.ts";
import { COMMON_WORDS } from "./common-words.ts";
import type { Findings } from "./findings.ts";
import { cellBefore, gapAfter, headingEnd, quotedAt, type Span } from "./label-gaps.ts";

/** A product and its version, with up to three words before the slash. */
/** A user agent that needs no sign before it: `python-requests/2.31`. */
const VERSIONED = /^[A-Za-z][\w.-]{2,30}\/\d/;
const PRODUCT = /^[\w.-]+(?: [\w.-]+){0,3}\/[\w.]/;
/** Maximum number of user agents in a list below a heading. */
const MAX_LISTED = 200;
const BULLET = /^[\s\u2022\u25CF\u25AA*o\u2013-]*["'`“]?/u;

/** Adds the user agents after the label between two indexes. */
export function findAgents(findings: Findings, label: number, at: number): Span[] {
  const { text } = findings;
  const column = findings.cellsBelow(label, at);
  if (column !== null && column.cells.length > 0) {
    const cells = column.cells.filter((cell) => addAgent(findings, cell, column.isProven));
    if (cells.length > 0) return cells;
  }
  const cell = cellBefore(text, label, at);
  if (cell !== null) return addAgent(findings, cell, false) ? [cell] : [];
  const gap = gapAfter(text, at);
  const quoted = quotedAt(text, gap.at);
  if (quoted !== null) return addAgent(findings, quoted, true) ? [quoted] : [];
  const newline = headingEnd(text, at);
  if (newline >= 0) return listed(findings, newline);
  const isSaid =
    gap.isSigned ||
    /(?:is|was|of|to|ist|lautet)\s$/i.test(gap.text) ||
    VERSIONED.test(text.slice(gap.at, gap.at + 40));
  if (!isSaid || text.startsWith("Mozilla/", gap.at)) return [];
  const agent = agentAt(text, gap.at);
  const isField = /[:：=]/.test(gap.text) && isFieldOfLine(text, label, agent);
  return addAgent(findings, agent, isField) ? [agent] : [];
}

/** Returns whether a label and its few words are the whole line, as in a header or a setting. */
function isFieldOfLine(text: string, label: number, { from, to }: Span): boolean {
  const before = text.slice(lineStart(text, label, 40), label);
  const rest = text.slice(to, lineEnd(text, to, 40));
  if (!/^[\s>"'\u2022*-]*$/u.test(before) || !/^[\s"',]*$/.test(rest)) return false;
  const words = text.slice(from, to).split(" ");
  return (
    words.length <= 3 && !words.some((word) => /^[a-z]+$/.test(word) && COMMON_WORDS.has(word))
  );
}

/** Returns the user agent that begins at an index, without the sentence that follows it. */
function agentAt(text: string, from: number): Span {
  const rest = text.slice(from, lineEnd(text, from, 300));
  const stop = rest.search(/[|\t"]|\.\s|\s{2}|[,;](?:\s|$)|\s[^\0-\u007F]/u);
  const written = (stop < 0 ? rest : rest.slice(0, stop)).trimEnd().replace(/[.,;]$/, "");
  return { from, to: from + withoutSentence(written).length };
}

/** Returns the text before the first lowercase common word after a product's version: `Loader/1.0 is sent`. */
function withoutSentence(written: string): string {
  const words = written.split(" ");
  const product = words.findIndex((word) => /\w\/[\w.]/.test(word));
  const isOpen = (count: number) => {
    const before = words.slice(0, count).join(" ");
    return before.split("(").length > before.split(")").length;
  };
  const end = words.findIndex(
    (word, i) =>
      product >= 0 && i > product && /^[a-z]+$/.test(word) && COMMON_WORDS.has(word) && !isOpen(i),
  );
  return end < 0 ? written : words.slice(0, end).join(" ");
}

/** Adds user agents that are alone on the lines below a heading. */
function listed(findings: Findings, at: number): Span[] {
  const { text } = findings;
  const spans: Span[] = [];
  let line = text.indexOf("\n", at) + 1;
  for (let count = 0; count < MAX_LISTED && line > 0 && line < text.length; count += 1) {
    const end = lineEnd(text, line, 400);
    const [bullet = ""] = BULLET.exec(text.slice(line, end)) ?? [];
    const written = text.slice(line + bullet.length, end).replace(/["'`”\s]+$/, "");
    const from = line + bullet.length;
    const agent = { from, to: from + written.length };
    // Browser user agents are found without a label.
    const isAgent =
      written.startsWith("Mozilla/") || (isWhole(written) && addAgent(findings, agent, false));
    if (!isAgent) break;
    if (!written.startsWith("Mozilla/")) spans.push(agent);
    const next = text.indexOf("\n", end);
    line = next < 0 ? text.length : next + 1;
  }
  return spans;
}

/** Returns whether a line is a user agent, not a sentence that contains one. */
function isWhole(written: string): boolean {
  return (
    withoutSentence(written) === written &&
    !/:\/\/|[.,]\s|:$/.test(written.replaceAll(/\([^()]*\)/g, ""))
  );
}

/** Adds a name and its version, or a name that quotes or a table heading prove. */
function addAgent(findings: Findings, { from, to }: Span, isProven: boolean): boolean {
  const value = findings.text.slice(from, to);
  const isAgent =
    PRODUCT.test(value) || (isProven && /[A-Za-z]{3}/.test(value) && !NO_NAME.test(value));
  if (!isAgent || /^%|^\$|[<>{}]/.test(value) || value.startsWith("Mozilla/")) return false;
  return findings.add("user_agent", from, to, { label: "user-agent" });
}

/** Table cell texts that indicate no user agent. */
const NO_NAME =
  /^(?:n\/?a|none|null|nil|empty|unknown|default|random|various|same|yes|no|string|user-?agent)$/i;
