import { groupByTactic } from "../content/by-tactic.ts";
import { WORDS } from "../content/sections.ts";
import {
  confidenceLine,
  judgementLine,
  reviewLines,
  standingLabel,
  verifiedLine,
} from "../content/standing.ts";
import { escapeMarkdown, escapeLines, linkTo } from "./escape-markdown.ts";
import type { ReportedTechnique, SessionReport } from "./read-session-report.ts";

/** Formats the techniques by tactic in matrix order, each with its standing and its passages. */
export function writeTechniques({ techniques, tactics }: SessionReport): string[] {
  if (techniques.length === 0) return [WORDS.noTechnique];
  return [
    WORDS.techniques,
    ...groupByTactic(techniques, tactics)
      .filter(({ members }) => members.length > 0)
      .flatMap(({ name, members }) => [
        `### ${escapeMarkdown(name)}`,
        ...members.flatMap(writeTechnique),
      ]),
  ];
}

function writeTechnique(technique: ReportedTechnique): string[] {
  const { attack_id: id, name, published, warnings, note, replaced_from: replaced } = technique;
  return [
    `#### ${linkTo(id, published?.url ?? null)} ${escapeMarkdown(name)}`,
    `**${escapeMarkdown(standingLabel(technique))}.** ${escapeMarkdown(describe(technique))}`,
    ...(replaced === null
      ? []
      : [escapeMarkdown(`The report names ${replaced}, which this one replaces.`)]),
    ...quotePassages(technique),
    ...warnings.map((text) => `**Check:** ${escapeMarkdown(text)}`),
    ...(note.trim() === "" ? [] : [`**Analyst's note:** ${escapeLines(note)}`]),
  ].filter((block) => block !== "");
}

function describe(technique: ReportedTechnique): string {
  const confident = confidenceLine(technique) ?? [];
  const judged = judgementLine(technique) ?? [];
  const facts = [reviewLines(technique), judged, confident, verifiedLine(technique)];
  return `${facts.flat().join(". ")}.`;
}

/** Quotes the best passage first, each as a paragraph within one quotation. */
function quotePassages({ evidence, passages }: ReportedTechnique): string[] {
  const texts = [evidence, ...passages.map(({ text }) => text).filter((text) => text !== evidence)];
  const quoted = texts.map(escapeMarkdown).filter((text) => text !== "");
  return quoted.length === 0 ? [] : [quoted.map((text) => `> ${text}`).join("\n>\n")];
}
