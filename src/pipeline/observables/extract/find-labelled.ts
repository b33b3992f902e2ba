import { lineEnd, UNSPACED_SCRIPTS } from "./characters.ts";
import { findAgents } from "./find-agents.ts";
import { findMutexes } from "./find-mutexes.ts";
import type { Findings } from "./findings.ts";
import type { Span } from "./label-gaps.ts";

const BROWSER =
  /(?<![\w/])Mozilla\/\d\.\d+ {0,2}\((?:[^()\n]|\n(?! *\n)|\([^()\n]{0,80}\)){3,220}\)(?:[ \n](?:[A-Za-z][\w.-]{0,30}\/[\w.+:-]{1,40}|\([^()\n]{1,160}\)|like Gecko|Mobile(?=[ \n])))*/g;
const LABEL =
  /(?:user[-_ ]?agents?(?:[- ](?:strings?|header|zeichenkette|zeichenfolge|string)(?![a-z]))?|(?<=["'\s])ua(?=["']?\s?[:=]\s?["'])|mutex(?:es|name)?(?:[-_ ](?:objects?|names?|id)(?![a-z])|:name(?![a-z]))?|mutant|мьютекс\p{L}*|互斥[体量锁]|ミューテックス|(?<![\p{L}_])ASNs?(?=["*_ ]{0,3}[|\t\r\n,;]))/giu;

/**
 * Adds mutexes and user agents, recognized by label or form, and columns of numbers. Returns their spans in order.
 */
export function findLabelled(findings: Findings): Span[] {
  const spans: Span[] = [];
  for (const { 0: written, index } of findings.text.matchAll(BROWSER)) {
    const span = { from: index, to: index + written.trimEnd().length };
    const value = findings.slice(span.from, span.to).replaceAll(/\s*\n\s*/g, " ");
    if (findings.add("user_agent", span.from, span.to, { value })) spans.push(span);
  }
  let numbersTo = 0;
  for (const { 0: label, index } of findings.text.matchAll(LABEL)) {
    const at = index + label.length;
    if (isInWord(findings.text, index)) continue;
    if (/^asn/i.test(label)) {
      // A table has one such column, so a line with many labels is processed once.
      if (index < numbersTo) continue;
      numbersTo = lineEnd(findings.text, index, 600);
    }
    spans.push(...findBehind(findings, label, index, at));
  }
  return spans.sort((a, b) => a.from - b.from);
}

function findBehind(findings: Findings, label: string, index: number, at: number): Span[] {
  if (/^u/i.test(label)) return findAgents(findings, index, at);
  return /^asn/i.test(label) ? findNumbers(findings, index, at) : findMutexes(findings, index, at);
}

/** Adds the autonomous system numbers below a heading that names them. */
function findNumbers(findings: Findings, label: number, at: number): Span[] {
  const cells = findings.cellsBelow(label, at)?.cells ?? [];
  return cells.filter(({ from, to }) => {
    const digits = findings.text.slice(from, to);
    return (
      /^\d{3,10}$/.test(digits) &&
      findings.add("asn", from, to, { value: `AS${digits}`, label: "asn" })
    );
  });
}

/** Returns whether a label continues another word. Functions that create or open a mutex are exceptions. */
function isInWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? " ";
  if (!/[\p{L}_]/u.test(before) || UNSPACED_SCRIPTS.test(before)) return false;
  return !/(?:create|open)$/i.test(text.slice(Math.max(0, at - 6), at));
}
