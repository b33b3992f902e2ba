import type { Analysis } from "../../reading/sessions/schema.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { drawBars } from "./parts/bars.ts";
import { drawFront, titleOf } from "./parts/analysis-front.ts";
import { drawLeads } from "./parts/lead-rows.ts";
import { releaseLabel } from "./parts/release-facts.ts";
import { countTactics } from "./parts/tactic-counts.ts";
import { drawTechniques } from "./parts/technique-rows.ts";
import { Report } from "./pdf/document/report.ts";
import type { Assets } from "./pdf/fonts/font-files.ts";
import { loadFonts } from "./pdf/fonts/font-set.ts";
import { plural } from "./parts/wording.ts";
import { STYLES } from "./pdf/layout/style.ts";
import { AUTHOR, PRODUCER, TEMPLATE_TEXT } from "./producer.ts";

const SECTIONS = {
  summary: "Executive summary",
  techniques: "Techniques and their evidence",
  leads: "Group-similarity leads",
  named: "Groups named in the report",
  coverage: "Tactic coverage",
  notes: "Appendix: warnings and rejected ids",
} as const;

/**
 * The document of a session, rejected techniques left out, as PDF bytes. The same session
 * in the same state gives the same bytes.
 */
export async function renderAnalysis(
  assets: Assets,
  stored: Analysis,
  index: ReleaseIndex,
): Promise<Uint8Array> {
  const analysis = withoutRejected(stored);
  const names = [...index.tactics, ...index.techniques.values()].flatMap((object) => [
    object.name,
    ...("platforms" in object ? object.platforms : []),
  ]);
  // JSON has every text of the analysis in it; what it escapes, no font has.
  const texts = [JSON.stringify(analysis), TEMPLATE_TEXT, ...names];
  const report = new Report(await loadFonts(assets, texts));
  const rejectedCount = stored.techniques.length - analysis.techniques.length;
  drawFront(report, analysis, index, sectionsOf(analysis));
  drawBody(report, analysis, index, rejectedCount);
  const label = releaseLabel(analysis);
  return await report.finish(`${label}  ·  Session ${analysis.session_id}`, {
    title: `${titleOf(analysis)} - ${label} techniques`,
    subject: `Techniques, evidence and group-similarity leads of session ${analysis.session_id}, ${label}`,
    author: AUTHOR,
    producer: PRODUCER,
    created: analysis.created_at,
  });
}

/** Rejected techniques count neither in the table nor in the leads. */
function withoutRejected(analysis: Analysis): Analysis {
  const techniques = analysis.techniques.filter((t) => t.review_status !== "rejected");
  return { ...analysis, techniques };
}

function sectionsOf(analysis: Analysis): string[] {
  const { warnings, rejected_techniques: rejected } = analysis;
  const { notes, ...others } = SECTIONS;
  return [...Object.values(others), ...(warnings.length + rejected.length > 0 ? [notes] : [])];
}

function drawBody(
  report: Report,
  analysis: Analysis,
  index: ReleaseIndex,
  rejectedCount: number,
): void {
  report.section(SECTIONS.summary);
  report.paragraph(analysis.summary.trim() === "" ? "There is no summary." : analysis.summary);
  drawTechniqueSection(report, analysis, index, rejectedCount);
  drawGroups(report, analysis);
  report.section(SECTIONS.coverage, 36 + 17 * index.tactics.length);
  report.paragraph(
    "Techniques per tactic, in the order of the matrix. A technique that serves several tactics counts for each of them.",
    STYLES.note,
  );
  const counts = countTactics(analysis.techniques, index);
  const names = new Set([...index.tactics.map(({ name }) => name), ...counts.keys()]);
  drawBars(
    report,
    [...names].map((name) => ({ name, count: counts.get(name) ?? 0 })),
  );
  drawNotes(report, analysis);
}

function drawTechniqueSection(
  report: Report,
  { techniques }: Analysis,
  index: ReleaseIndex,
  rejectedCount: number,
): void {
  report.section(SECTIONS.techniques, 140);
  report.paragraph(
    "Confidence is the provider's own. Verified means that the quoted passage stands in the report; white space and quotation marks do not count.",
    STYLES.note,
  );
  if (rejectedCount > 0) {
    const verb = rejectedCount === 1 ? "was" : "were";
    report.paragraph(
      `${plural(rejectedCount, "technique")} ${verb} rejected in review and ${verb} left out.`,
      STYLES.note,
    );
  }
  if (techniques.length === 0) report.paragraph("No technique was found in the report.");
  else drawTechniques(report, techniques, index);
}

function drawGroups(report: Report, analysis: Analysis): void {
  const { apt_matches: leads, apt_matches_reason: reason, apt_hints: hints } = analysis;
  report.section(SECTIONS.leads, 120);
  report.paragraph(
    [
      { text: "A lead, not an attribution. ", style: STYLES.noteStrong },
      {
        text: "Many groups use the same techniques, and which of them a report describes is partly chance. Those that are known for most of the report's techniques, the rare ones above all, come first; the similarity beside them is the shared techniques divided by all techniques of both sides. It says where to look next, not who it was.",
        style: STYLES.note,
      },
    ],
    STYLES.note,
  );
  if (leads.length === 0) report.paragraph(reason ?? "There are no leads.");
  else drawLeads(report, leads);
  report.section(SECTIONS.named, 60);
  report.paragraph(
    "Names and aliases that occur in the text or that the provider named. A report may name a group for comparison only.",
    STYLES.note,
  );
  report.paragraph(hints.length > 0 ? hints.join(", ") : "The report names no known group.");
}

function drawNotes(report: Report, analysis: Analysis): void {
  const { warnings, rejected_techniques: rejected } = analysis;
  if (warnings.length + rejected.length === 0) return;
  report.section(SECTIONS.notes, 60);
  for (const warning of warnings) report.paragraph(`•  ${warning}`);
  const reasons = Map.groupBy(rejected, ({ reason }) => reason);
  for (const [reason, members] of reasons) {
    report.paragraph(
      [
        { text: members.map((member) => member.attack_id).join(", "), style: STYLES.strong },
        { text: `: ${reason}`, style: STYLES.body },
      ],
      STYLES.body,
    );
  }
}
