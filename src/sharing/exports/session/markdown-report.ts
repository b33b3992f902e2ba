import { groupByTactic } from "../content/by-tactic.ts";
import { dateLine, listCoverFacts } from "../content/cover-facts.ts";
import { listHintRows } from "../content/hint-rows.ts";
import { markingOf } from "../content/marking.ts";
import { describeMethod, type Fact, LIMITS, listWarnings } from "../content/method.ts";
import { listNamed } from "../content/named.ts";
import { listByKind, type ObservableList } from "../content/observable-lists.ts";
import { SECTIONS, WORDS } from "../content/sections.ts";
import { COVERAGE_SECTION } from "../content/session-coverage.ts";
import { titleOf } from "../content/session-content.ts";
import { standingLabel } from "../content/standing.ts";
import { describeStanding, summaryParagraphs } from "../content/summary.ts";
import { countTactics } from "../content/tactic-counts.ts";
import { groupName, matchTable, table } from "../dossier/markdown-parts.ts";
import { escapeMarkdown, escapeLines, linkTo } from "./escape-markdown.ts";
import { writeCoverage } from "./markdown-coverage.ts";
import { writeTechniques } from "./markdown-techniques.ts";
import type { ReportedTechnique, SessionReport } from "./read-session-report.ts";

/**
 * Exports a session as a Markdown report for a wiki, with the sections of the PDF. The same report yields the same
 * text.
 */
export function buildMarkdownReport(report: SessionReport): string {
  const marking = markingOf(report);
  const parts = [
    ...(marking === null ? [] : [`**${escapeMarkdown(marking.heading)}**`]),
    `# ${escapeMarkdown(titleOf(report))}`,
    escapeMarkdown(dateLine(report)),
    factTable("Analysis", listCoverFacts(report)),
    section(SECTIONS.summary, ...writeSummary(report)),
    section(SECTIONS.chain, listChain(report)),
    section(SECTIONS.coverage, writeTactics(report)),
    section(SECTIONS.techniques, ...writeTechniques(report)),
    section(SECTIONS.named, ...writeNamed(report)),
    section(SECTIONS.hints, ...writeHints(report)),
    section(SECTIONS.leads, ...writeLeads(report)),
    ...(report.coverage_states === null
      ? []
      : [section(COVERAGE_SECTION, ...writeCoverage(report.coverage_states))]),
    section(SECTIONS.method, ...writeMethod(report)),
    ...(marking === null ? [] : [`**${escapeMarkdown(marking.heading)}**`]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(title: string, ...blocks: readonly string[]): string {
  return [`## ${title}`, ...blocks.filter((block) => block !== "")].join("\n\n");
}

function list(entries: readonly string[]): string {
  return entries.map((text) => `- ${escapeMarkdown(text)}`).join("\n");
}

function factTable(title: string, facts: readonly Fact[]): string {
  return table(
    [title, ""],
    facts.map(({ label, value }) => [escapeMarkdown(label), escapeMarkdown(value)]),
  );
}

function writeSummary(report: SessionReport): string[] {
  const paragraphs = summaryParagraphs(report).map(escapeLines);
  return [...paragraphs, `**Standing.** ${escapeMarkdown(describeStanding(report))}`];
}

function listChain({ techniques, tactics }: SessionReport): string {
  if (techniques.length === 0) return WORDS.noTechnique;
  const rows = groupByTactic(techniques, tactics)
    .filter(({ members }) => members.length > 0)
    .map(({ name, members }) => [escapeMarkdown(name), members.map(describeLink).join(", ")]);
  return table(["Tactic", "Techniques"], rows);
}

function describeLink(technique: ReportedTechnique): string {
  const { attack_id: id, name, published } = technique;
  const standing = standingLabel(technique).toLowerCase();
  return `${linkTo(id, published?.url ?? null)} ${escapeMarkdown(name)} (${standing})`;
}

function writeTactics(report: SessionReport): string {
  const rows = countTactics(report).filter(({ count }) => count > 0);
  if (rows.length === 0) return WORDS.noTechnique;
  const counted = table(
    ["Tactic", "Techniques", "Confirmed"],
    rows.map(({ name, count, confirmed }) => [
      escapeMarkdown(name),
      String(count),
      String(confirmed),
    ]),
  );
  return `${WORDS.coverage}\n\n${counted}`;
}

function writeNamed(report: SessionReport): string[] {
  const named = listNamed(report).map(({ label, entries }) => {
    const links = entries.map(({ text, url }) => linkTo(text, url));
    return [escapeMarkdown(label), links.join("; ")];
  });
  const { listed, mentioned } = listByKind(report.observables);
  return [
    WORDS.named,
    named.length === 0 ? WORDS.nothingNamed : table(["Sort", "Names"], named),
    ...writeObservables("Indicators", WORDS.indicators, listed),
    ...writeObservables("Other observables", WORDS.otherObservables, mentioned),
  ];
}

function writeObservables(title: string, note: string, lists: readonly ObservableList[]): string[] {
  if (lists.length === 0) return [];
  return [
    `### ${title}`,
    note,
    ...lists.flatMap(({ label, values }) => [`**${escapeMarkdown(label)}**`, list(values)]),
  ];
}

function writeHints(report: SessionReport): string[] {
  const rows = listHintRows(report).map(({ id, name, url, found, others }) => [
    `${linkTo(id, url)} ${escapeMarkdown(name)}`,
    `${found.length} of ${found.length + others.length}`,
    found.map(escapeMarkdown).join(", "),
    others.map(escapeMarkdown).join(", "),
  ]);
  const heads = ["Named in the report", "Found", "Its techniques that were found", "Not found"];
  return [
    `**${WORDS.hint}** ${WORDS.hints}`,
    rows.length === 0 ? WORDS.noHints : table(heads, rows),
  ];
}

function writeLeads(report: SessionReport): string[] {
  const { leads, named_groups: named, leads_reason: reason } = report;
  const mentioned = named.map((group) => [
    groupName(group.name, group.attack_id),
    `${group.shared_count} of ${group.technique_count}`,
    group.names.map(escapeMarkdown).join(", "),
    group.shared_techniques.map(escapeMarkdown).join(", "),
  ]);
  const alike = leads.map((lead) => [
    groupName(lead.group_name, lead.group_attack_id),
    `${lead.shared_count} of ${lead.technique_count}`,
    escapeMarkdown(lead.why),
    lead.shared_techniques.map(escapeMarkdown).join(", "),
  ]);
  return [
    `**${WORDS.lead}** ${WORDS.leads}`,
    mentioned.length === 0
      ? ""
      : table(["Named in the report", "Shared", "As", "Techniques"], mentioned),
    reason === null
      ? table(["Known for similar techniques", "Shared", "Why", "Techniques"], alike)
      : escapeMarkdown(reason),
    matchTable(report.apt_matches),
  ];
}

function writeMethod(report: SessionReport): string[] {
  const warnings = listWarnings(report);
  return [
    ...(warnings.length === 0 ? [] : ["### Before you rely on it", list(warnings)]),
    "### Method",
    factTable("Method", describeMethod(report)),
    "### Limits",
    list(LIMITS),
  ];
}
