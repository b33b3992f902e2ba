import { listHintRows } from "./content/hint-rows.ts";
import { markingOf } from "./content/marking.ts";
import { SECTIONS, WORDS } from "./content/sections.ts";
import { COVERAGE_SECTION } from "./content/session-coverage.ts";
import { type SessionContent, titleOf } from "./content/session-content.ts";
import { describeStanding, summaryParagraphs } from "./content/summary.ts";
import { countTactics } from "./content/tactic-counts.ts";
import { drawFront } from "./parts/analysis-front.ts";
import { barsHeight, drawBars } from "./parts/bars.ts";
import { drawSessionCoverage } from "./parts/coverage-section.ts";
import { drawHints } from "./parts/hint-rows.ts";
import { drawKillChain } from "./parts/kill-chain.ts";
import { drawLeads, leadsHeight, listMatches } from "./parts/lead-rows.ts";
import { drawMethod } from "./parts/method-section.ts";
import { drawNamed } from "./parts/named-section.ts";
import { MARKING_COLOURS } from "./parts/marking-colours.ts";
import { releaseLabel } from "./parts/release-facts.ts";
import { drawTechniques } from "./parts/technique-rows.ts";
import { Report } from "./pdf/document/report.ts";
import type { Assets } from "./pdf/fonts/font-files.ts";
import { loadFonts } from "./pdf/fonts/font-set.ts";
import { STYLES } from "./pdf/layout/style.ts";
import { AUTHOR, PRODUCER, TEMPLATE_TEXT } from "./producer.ts";

/** Renders a session as a PDF. The same content yields the same bytes. */
export async function renderAnalysis(assets: Assets, content: SessionContent): Promise<Uint8Array> {
  // JSON includes every text of the analysis, and no font has the characters that it escapes. Fields that only other
  // exports show would load unnecessary fonts.
  const shown = JSON.stringify(content, (name, value: unknown) =>
    name === "published" ? undefined : value,
  );
  const texts = [shown, TEMPLATE_TEXT];
  const report = new Report(await loadFonts(assets, texts));
  const marking = markingOf(content);
  drawFront(report, content);
  drawBody(report, content);
  const label = releaseLabel(content);
  return await report.finish(
    {
      head: titleOf(content),
      footer: `${label}  ·  Session ${content.session_id}`,
      marking: marking && { ...marking, colour: MARKING_COLOURS[marking.level] },
    },
    {
      title: `${titleOf(content)} - ${label} techniques`,
      subject: `Techniques, evidence and group-similarity leads of session ${content.session_id}, ${label}`,
      author: AUTHOR,
      producer: PRODUCER,
      created: content.created_at,
    },
  );
}

function drawBody(report: Report, content: SessionContent): void {
  report.section(SECTIONS.summary);
  drawSummary(report, content);
  report.section(SECTIONS.chain, 120);
  if (content.techniques.length === 0) report.paragraph(WORDS.noTechnique);
  else drawKillChain(report, content);
  drawCoverage(report, content);
  drawTechniqueSection(report, content);
  report.section(SECTIONS.named, 90);
  drawNamed(report, content);
  drawHintSection(report, content);
  drawLeadSection(report, content);
  if (content.coverage_states !== null) {
    report.flow.turn();
    report.section(COVERAGE_SECTION);
    drawSessionCoverage(report, content.coverage_states);
  }
  report.flow.turn();
  report.section(SECTIONS.method);
  drawMethod(report, content);
}

function drawSummary(report: Report, content: SessionContent): void {
  for (const text of summaryParagraphs(content)) report.paragraph(text);
  report.paragraph(
    [
      { text: "Standing. ", style: STYLES.strong },
      { text: describeStanding(content), style: STYLES.body },
    ],
    STYLES.body,
  );
}

function drawCoverage(report: Report, content: SessionContent): void {
  const counts = countTactics(content);
  report.section(SECTIONS.coverage, 44 + barsHeight(counts.length));
  report.paragraph(
    `Techniques per tactic, in the order of the matrix; dark is confirmed by a person. ${WORDS.coverage}`,
    STYLES.note,
  );
  drawBars(
    report,
    counts.map(({ name, count, confirmed }) => ({ name, count, dark: confirmed })),
  );
}

function drawTechniqueSection(report: Report, content: SessionContent): void {
  // The maximum height of the note, the table header, a band and a row, so that no heading is alone on a page.
  report.section(SECTIONS.techniques, 250);
  report.paragraph(WORDS.techniques, STYLES.note);
  if (content.techniques.length === 0) report.paragraph(WORDS.noTechnique);
  else drawTechniques(report, content);
}

function drawHintSection(report: Report, content: SessionContent): void {
  const hints = listHintRows(content);
  report.section(SECTIONS.hints, hints.length === 0 ? 90 : 150);
  drawNote(report, WORDS.hint, WORDS.hints);
  if (hints.length === 0) report.paragraph(WORDS.noHints);
  else drawHints(report, hints);
}

function drawLeadSection(report: Report, content: SessionContent): void {
  const { apt_matches: matches, leads, named_groups: named, leads_reason: reason } = content;
  report.section(SECTIONS.leads, 60 + leadsHeight(content));
  drawNote(report, WORDS.lead, WORDS.leads);
  if (reason !== null) report.paragraph(reason);
  if (leads.length + named.length > 0) drawLeads(report, content);
  if (matches.length > 0) drawNote(report, `${WORDS.matches}:`, listMatches(matches));
}

function drawNote(report: Report, head: string, rest: string): void {
  report.paragraph(
    [
      { text: `${head} `, style: STYLES.noteStrong },
      { text: rest, style: STYLES.note },
    ],
    STYLES.note,
  );
}
