import { lineEnd, UNSPACED_SCRIPTS } from "./characters.ts";
import { findMutexes } from "./find-mutexes.ts";
import type { Findings } from "./findings.ts";
import { cellBefore, gapAfter, quotedAt, type Span } from "./label-gaps.ts";

const BROWSER =
  /(?<![\w/])Mozilla\/\d\.\d+ {0,2}\((?:[^()\n]|\n(?! *\n)|\([^()\n]{0,80}\)){3,220}\)(?:[ \n](?:[A-Za-z][\w.-]{0,30}\/[\w.+:-]{1,40}|\([^()\n]{1,160}\)|like Gecko|Mobile(?=[ \n])))*/g;
const LABEL =
  /(?:user[-_ ]?agents?(?: strings?| header)?|mutex(?:es|name)?(?: (?:objects?|names?)(?![a-z]))?|mutant|мьютекс\p{L}*|互斥[体量锁]|ミューテックス)/giu;
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
    if (isInWord(findings.text, index)) continue;
    const found = isAgent ? findAgent(findings, index, at) : findMutexes(findings, index, at);
    spans.push(...found);
  }
  return spans.sort((a, b) => a.from - b.from);
}

/** A label that goes on from another word, which is no function's that makes a mutex. */
function isInWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? " ";
  if (!/[\p{L}_]/u.test(before) || UNSPACED_SCRIPTS.test(before)) return false;
  return !/(?:create|open)$/i.test(text.slice(Math.max(0, at - 6), at));
}

function findAgent(findings: Findings, label: number, at: number): Span[] {
  const { text } = findings;
  const cell = cellBefore(text, label, at);
  if (cell !== null) return addAgent(findings, cell, false) ? [cell] : [];
  const gap = gapAfter(text, at);
  const quoted = quotedAt(text, gap.at);
  if (text.startsWith("Mozilla/", quoted?.from ?? gap.at)) return [];
  const end = quoted === null && gap.isSigned ? lineEnd(text, gap.at, 300) : null;
  const span = quoted ?? (end === null ? null : { from: gap.at, to: end });
  if (span === null) return [];
  let { to } = span;
  if (quoted === null) {
    const rest = text.slice(span.from, to);
    const stop = rest.search(/[|\t"]|\.\s|\s{2}|[,;](?:\s|$)/);
    to = span.from + (stop < 0 ? rest : rest.slice(0, stop)).trimEnd().length;
    if (/[.,;]$/.test(text.slice(span.from, to))) to -= 1;
  }
  const agent = { from: span.from, to };
  return addAgent(findings, agent, quoted !== null) ? [agent] : [];
}

/** A name and its version, or a name that somebody put in quotes. */
function addAgent(findings: Findings, { from, to }: Span, isQuoted: boolean): boolean {
  const value = findings.text.slice(from, to);
  const isAgent =
    /^[\w.-]+(?: [\w.-]+){0,3}\/[\w.]/.test(value) || (isQuoted && /[A-Za-z]{3}/.test(value));
  if (!isAgent || /^%|^\$|[<>{}]/.test(value) || value.startsWith("Mozilla/")) return false;
  return findings.add("user_agent", from, to, { label: "user-agent" });
}
