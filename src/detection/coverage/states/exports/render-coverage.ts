import { markingNamed } from "../../../../sharing/exports/content/marking.ts";
import { barsHeight, drawBars } from "../../../../sharing/exports/parts/bars.ts";
import { drawCover } from "../../../../sharing/exports/parts/cover.ts";
import { MARKING_COLOURS } from "../../../../sharing/exports/parts/marking-colours.ts";
import { releaseLabel } from "../../../../sharing/exports/parts/release-facts.ts";
import { count, plural } from "../../../../sharing/exports/parts/wording.ts";
import { Report } from "../../../../sharing/exports/pdf/document/report.ts";
import type { Assets } from "../../../../sharing/exports/pdf/fonts/font-files.ts";
import { loadFonts } from "../../../../sharing/exports/pdf/fonts/font-set.ts";
import { STYLES } from "../../../../sharing/exports/pdf/layout/style.ts";
import { AUTHOR, PRODUCER, TEMPLATE_TEXT } from "../../../../sharing/exports/producer.ts";
import { STANDINGS } from "../vocabulary.ts";
import { nameSets } from "./name-sets.ts";
import type { PrintedCoverage } from "./printed-coverage.ts";
import { STANDING_LOOKS } from "./state-looks.ts";
import { drawTechniques, standingStyle } from "./technique-table.ts";

const SECTIONS = { states: "What the states mean", tactics: "By tactic", techniques: "Techniques" };

/** Renders coverage as a PDF. The same coverage yields the same bytes. */
export async function renderCoverage(
  assets: Assets,
  coverage: PrintedCoverage,
): Promise<Uint8Array> {
  const marking = markingNamed(coverage.marking, coverage.marking_decided);
  const report = new Report(await loadFonts(assets, [JSON.stringify(coverage), TEMPLATE_TEXT]));
  const label = releaseLabel(coverage);
  const title = `Coverage of ${nameSets(coverage)}`;
  drawFront(report, coverage);
  drawBody(report, coverage);
  return await report.finish(
    {
      head: title,
      footer: label,
      marking: marking && { ...marking, colour: MARKING_COLOURS[marking.level] },
    },
    {
      title: `${title} - ${label}`,
      subject: `Coverage of ${plural(coverage.technique_count, "technique")} of ${label}`,
      author: AUTHOR,
      producer: PRODUCER,
      created: null,
    },
  );
}

function drawFront(report: Report, coverage: PrintedCoverage): void {
  const { summary, rule_counts: rules, inventory, platforms, demand } = coverage;
  drawCover(
    report,
    {
      kicker: "Detection coverage",
      title: nameSets(coverage),
      subtitle: releaseLabel(coverage),
      figures: STANDINGS.map((standing) => ({
        value: count(summary[standing]),
        label: STANDING_LOOKS[standing].label.toLowerCase(),
      })),
      facts: [
        { label: "Techniques", value: count(coverage.technique_count) },
        {
          label: "Rules",
          value: `${count(rules.enabled)} enabled, ${plural(rules.draft, "draft")}, ${count(rules.disabled)} disabled`,
        },
        {
          label: "Log inventory",
          value: `${count(inventory.entries)} ${inventory.entries === 1 ? "entry" : "entries"}, revision ${inventory.revision}`,
        },
        { label: "Platforms", value: platforms.length === 0 ? "all" : platforms.join(", ") },
        {
          label: "Data counts",
          value:
            demand === "any" ? "where some of it is collected" : "where all of it is collected",
        },
      ],
    },
    60,
  );
  report.flow.skip(8);
}

function drawBody(report: Report, coverage: PrintedCoverage): void {
  report.section(SECTIONS.states, 60);
  for (const standing of STANDINGS) {
    const { label, meaning } = STANDING_LOOKS[standing];
    report.paragraph(
      [
        { text: label, style: standingStyle(standing) },
        { text: `: ${meaning}.`, style: STYLES.body },
      ],
      STYLES.body,
      2,
    );
  }
  report.paragraph(
    `A state counts rules, analytics and tests of the technique itself. Proofs from before ${coverage.proven_since} do not count.`,
    STYLES.note,
  );
  const { by_tactic: tactics, techniques } = coverage;
  report.section(SECTIONS.tactics, 30 + barsHeight(tactics.length));
  report.paragraph(
    "Techniques per tactic, in the order of the matrix; dark is proven or should fire. A technique counts for each of its tactics.",
    STYLES.note,
  );
  drawBars(
    report,
    tactics.map((tactic) => ({
      name: tactic.name,
      count: STANDINGS.reduce((sum, standing) => sum + tactic[standing], 0),
      dark: tactic.detected,
    })),
  );
  report.section(SECTIONS.techniques, 150);
  if (techniques.length === 0) report.paragraph("None of the techniques is in the release.");
  else drawTechniques(report, techniques);
  const rest = coverage.technique_count - techniques.length;
  if (rest === 0) return;
  report.flow.skip(6);
  report.paragraph(`And ${plural(rest, "more technique")}, which the CSV export has.`, STYLES.note);
}
