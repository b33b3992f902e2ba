import { lineEnd } from "./characters.ts";
import type { Findings } from "./findings.ts";

/** Where a labelled value stands; nothing else is looked for in it. */
export interface Span {
  from: number;
  to: number;
}

const BROWSER =
  /(?<![\w/])Mozilla\/\d\.\d+ {0,2}\((?:[^()\n]|\n(?! *\n)|\([^()\n]{0,80}\)){3,220}\)(?:[ \n](?:[A-Za-z][\w.-]{0,30}\/[\w.+:-]{1,40}|\([^()\n]{1,160}\)|like Gecko|Mobile(?=[ \n])))*/g;
const LABEL =
  /(?:user[-_ ]?agents?(?: strings?| header)?|mutex(?:es|name)?(?: (?:objects?|names?)(?![a-z]))?|mutant|мьютекс\p{L}*|互斥[体量锁]|ミューテックス)/giu;
/** What stands between a label and its value. */
const BETWEEN =
  /["'”»）)]{0,2}\s{0,2}(?:(?:named|called|name|with the names?|of|was|is|are|value|string|such as|including|like|identified as|с именем|名为|为|は)\s?){0,3}\s{0,2}(?:[:=：]|=>|\|)?[ \t]{0,3}/iuy;
const QUOTED =
  /(?:\\?"([^"\n]{2,300}?)\\?"|'([^'\n]{2,300})'|`([^`\n]{2,300})`|[“„]([^”“\n]{2,300})[”“]|«([^»\n]{2,300})»|「([^」\n]{2,300})」)/y;
const NAME = /[^\s"'`,;|()<>“”«»、。，]{3,200}/uy;
/** What is plainly the name of a mutex, though no colon stands before it. */
const PLAIN_NAME =
  /^(?:(?:Global|Local|Sessions|BaseNamedObjects)\\|\\|\{[0-9a-f-]{30,}|(?=.*\d)(?=.*[A-Za-z])[\w.{}-]{6,}$|\w+_\w+)/i;

/** Adds mutexes and user agents, which their labels or their form tell; gives their places in order. */
export function findLabelled(findings: Findings): Span[] {
  const spans: Span[] = [];
  for (const { 0: written, index } of findings.text.matchAll(BROWSER)) {
    const span = { from: index, to: index + written.trimEnd().length };
    const value = findings.slice(span.from, span.to).replaceAll(/\s*\n\s*/g, " ");
    if (findings.add("user_agent", span.from, span.to, { value })) spans.push(span);
  }
  for (const { 0: label, index } of findings.text.matchAll(LABEL)) {
    const isAgent = /^u/i.test(label);
    const at = index + label.length;
    if (/create|open/i.test(findings.text.slice(Math.max(0, index - 6), index))) {
      spans.push(...findCall(findings, at));
      continue;
    }
    if (/[\p{L}_]/u.test(findings.text[index - 1] ?? " ")) continue;
    const found = isAgent ? findAgent(findings, at) : findMutexes(findings, at);
    spans.push(...found);
  }
  return spans.sort((a, b) => a.from - b.from);
}

interface Gap {
  at: number;
  /** A colon or the like, which makes what follows the value. */
  isSigned: boolean;
  text: string;
}

function gapAfter(text: string, at: number): Gap {
  BETWEEN.lastIndex = at;
  const gap = BETWEEN.exec(text)?.[0] ?? "";
  return {
    at: at + gap.length,
    isSigned: /[:=：|]|named|called|name|именем|名为/.test(gap),
    text: gap,
  };
}

function quotedAt(text: string, at: number): Span | null {
  QUOTED.lastIndex = at;
  const found = QUOTED.exec(text);
  if (found === null) return null;
  const value = found.slice(1).find((group) => group !== undefined) ?? "";
  const from = text.indexOf(value, at + 1);
  return { from, to: from + value.length };
}

function findAgent(findings: Findings, at: number): Span[] {
  const { text } = findings;
  const gap = gapAfter(text, at);
  const quoted = quotedAt(text, gap.at);
  if (text.startsWith("Mozilla/", quoted?.from ?? gap.at)) return [];
  const end = quoted === null && /[:=：]/.test(gap.text) ? lineEnd(text, gap.at, 300) : null;
  const span = quoted ?? (end === null ? null : { from: gap.at, to: end });
  if (span === null) return [];
  let { to } = span;
  if (quoted === null) {
    const rest = text.slice(span.from, to);
    const stop = rest.search(/[|\t"]|\.\s|\s{2}|[,;](?:\s|$)/);
    to = span.from + (stop < 0 ? rest : rest.slice(0, stop)).trimEnd().length;
    if (/[.,;]$/.test(text.slice(span.from, to))) to -= 1;
  }
  const value = text.slice(span.from, to);
  // A name and its version, or a name that somebody put in quotes.
  const isAgent =
    /^[\w.-]+(?: [\w.-]+){0,3}\/[\w.]/.test(value) ||
    (quoted !== null && /[A-Za-z]{3}/.test(value));
  if (!isAgent || /^%|^\$|[<>{}]/.test(value)) return [];
  return findings.add("user_agent", span.from, to, { label: "user-agent" })
    ? [{ from: span.from, to }]
    : [];
}

/** Names that a list gives under a heading at most. */
const MAX_LISTED = 40;

function findMutexes(findings: Findings, at: number): Span[] {
  const { text } = findings;
  const gap = gapAfter(text, at);
  const quoted = quotedAt(text, gap.at);
  if (quoted !== null) return quotedNames(findings, quoted);
  if (text[gap.at] === "\n" || text[gap.at] === "\r")
    return /[:：]/.test(gap.text) || gap.text.trim() === "" ? listed(findings, gap.at) : [];
  const name = nameAt(text, gap.at);
  if (name === null) return [];
  const value = text.slice(name.from, name.to);
  const isName = gap.isSigned ? !/^(?:is|was|the|a|an)$/i.test(value) : PLAIN_NAME.test(value);
  return isName && addMutex(findings, name) ? [name] : [];
}

const CALL = /[AWEx]{0,3}\s?\([^"'()\n]{0,60}L?(?=["'])/y;
const ENUMERATED = /[”"'`»」](?:, ?(?:and |or )?| and | or | und | и |、)(?=["'`“„«「])/y;

/** `CreateMutexA(NULL, TRUE, "name")` */
function findCall(findings: Findings, at: number): Span[] {
  CALL.lastIndex = at;
  const call = CALL.exec(findings.text)?.[0];
  const name = call === undefined ? null : quotedAt(findings.text, at + call.length);
  return name !== null && addMutex(findings, name) ? [name] : [];
}

/** A name in quotes, and those that commas or "and" add. */
function quotedNames(findings: Findings, first: Span): Span[] {
  const spans: Span[] = [];
  let name: Span | null = first;
  while (name !== null && spans.length < MAX_LISTED && addMutex(findings, name)) {
    spans.push(name);
    ENUMERATED.lastIndex = name.to;
    const between = ENUMERATED.exec(findings.text)?.[0];
    name = between === undefined ? null : quotedAt(findings.text, name.to + between.length);
  }
  return spans;
}

function nameAt(text: string, at: number): Span | null {
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  return { from: at, to: at + name.replace(/[.:!?]+$/, "").length };
}

/** Names that stand alone on the lines below a heading. */
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
