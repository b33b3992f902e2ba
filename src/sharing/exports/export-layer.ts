import { belongsTo } from "../../knowledge/attack/ids/resolve-id.ts";
import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { ExportDeps } from "./deps.ts";
import { compareText } from "../../platform/lib/text.ts";
import {
  type ResolvedTechniques,
  resolveTechniques,
} from "../../knowledge/comparison/resolve-techniques.ts";
import { barsHeight, drawBars } from "./parts/bars.ts";
import { drawCover } from "./parts/cover.ts";
import { techniqueUrl } from "../../knowledge/attack/technique-id.ts";
import { releaseLabel, tacticName } from "./parts/release-facts.ts";
import { noun, plural } from "./parts/wording.ts";
import { Report } from "./pdf/document/report.ts";
import { cellWidths, drawTable } from "./pdf/document/table.ts";
import { loadFonts } from "./pdf/fonts/font-set.ts";
import { linked, STYLES } from "./pdf/layout/style.ts";
import { AUTHOR, PRODUCER, TEMPLATE_TEXT } from "./producer.ts";
import type { LayerExport } from "./schema.ts";

const SECTIONS = {
  techniques: "Techniques",
  coverage: "Tactic coverage",
  replaced: "Replaced ids",
  elsewhere: "Ids of other releases and domains",
  unknown: "Ids that are not in the release",
} as const;

/**
 * Exports a technique set as a PDF: every technique with id, name, tactics and platforms. Resolves revoked ids to their
 * successors. The same set and release yield the same bytes.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function exportLayer(deps: ExportDeps, layer: LayerExport): Promise<Uint8Array> {
  const index = await resolveIndex(deps, layer);
  const resolved = resolveTechniques(layer.technique_ids, index, await deps.knownIds.open());
  const techniques = [...resolved.active]
    .sort(compareText)
    .flatMap((id) => index.techniques.get(id) ?? []);
  const texts = [JSON.stringify([techniques, index.tactics, resolved.elsewhere]), TEMPLATE_TEXT];
  const report = new Report(await loadFonts(deps, texts));
  drawFront(report, techniques, resolved, index);
  drawBody(report, techniques, resolved, index);
  const label = releaseLabel(index);
  const frame = { head: `Technique set, ${label}`, footer: label, marking: null };
  return await report.finish(frame, {
    title: `Technique set - ${label}`,
    subject: `${plural(techniques.length, "technique")} of ${label}`,
    author: AUTHOR,
    producer: PRODUCER,
    created: null,
  });
}

function drawFront(
  report: Report,
  techniques: readonly IndexedTechnique[],
  { replaced, unknown, elsewhere }: ResolvedTechniques,
  index: ReleaseIndex,
): void {
  const former = new Set(replaced.map(([from]) => from)).size;
  const others = unknown.length + elsewhere.length;
  const tactics = new Set(techniques.flatMap((technique) => technique.tactics)).size;
  drawCover(
    report,
    {
      kicker: "ATT&CK technique set",
      title: plural(techniques.length, "technique"),
      subtitle: releaseLabel(index),
      figures: [
        { value: String(techniques.length), label: "in the release" },
        { value: `${tactics} of ${index.tactics.length}`, label: "tactics" },
        {
          value: String(former),
          label: `revoked ${noun(former, "id")}, replaced`,
        },
        {
          value: String(others),
          label: `${noun(others, "id")} not in the release`,
        },
      ],
      facts: [],
    },
    60,
  );
  report.contents([
    SECTIONS.techniques,
    SECTIONS.coverage,
    ...(replaced.length > 0 ? [SECTIONS.replaced] : []),
    ...(elsewhere.length > 0 ? [SECTIONS.elsewhere] : []),
    ...(unknown.length > 0 ? [SECTIONS.unknown] : []),
  ]);
  report.flow.skip(8);
}

function drawBody(
  report: Report,
  techniques: readonly IndexedTechnique[],
  resolved: ResolvedTechniques,
  index: ReleaseIndex,
): void {
  report.section(SECTIONS.techniques, 120);
  if (techniques.length === 0) report.paragraph("None of the ids is in the release.");
  else drawSet(report, techniques, index);
  report.section(SECTIONS.coverage, 30 + barsHeight(index.tactics.length));
  report.paragraph("A technique counts for each of its tactics.", STYLES.note);
  drawBars(
    report,
    index.tactics.map(({ name, shortname }) => ({
      name,
      count: techniques.filter(({ tactics }) => tactics.includes(shortname)).length,
    })),
  );
  drawOthers(report, resolved, index);
}

/** Draws the members of the set that are not techniques of the release. */
function drawOthers(
  report: Report,
  { replaced, unknown, elsewhere }: ResolvedTechniques,
  index: ReleaseIndex,
): void {
  if (replaced.length > 0) {
    report.section(SECTIONS.replaced, 60);
    report.paragraph("Revoked ids, and the technique that is listed instead.", STYLES.note);
    const lines = replaced.map(
      ([from, to]) => `${from}: ${to} ${index.techniques.get(to)?.name ?? ""}`,
    );
    for (const line of lines) report.paragraph(line, STYLES.body, 0);
  }
  if (elsewhere.length > 0) {
    report.section(SECTIONS.elsewhere, 60);
    const where = releaseLabel(index);
    for (const technique of elsewhere) {
      const line = `${technique.attack_id} ${belongsTo(technique, where)}.`;
      report.paragraph(line, STYLES.body, 0);
    }
  }
  if (unknown.length > 0) {
    report.section(SECTIONS.unknown, 60);
    report.paragraph("Unknown, deprecated, or revoked without a successor.", STYLES.note);
    const labels = unknown.map((id) => {
      const former = index.inactive.get(id);
      return former === undefined ? id : `${id} (${former})`;
    });
    report.paragraph(labels.join(", "));
  }
}

function drawSet(
  report: Report,
  techniques: readonly IndexedTechnique[],
  index: ReleaseIndex,
): void {
  const widths = cellWidths([15, 29, 28, 28]);
  const heads = ["ID", "NAME", "TACTICS", "PLATFORMS"];
  const columns = heads.map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  const rows = techniques.map(({ attack_id: id, name, tactics, platforms }) => {
    const [idWidth = 0, nameWidth = 0, tacticWidth = 0, platformWidth = 0] = widths;
    const tacticNames = tactics.map((slug) => tacticName(index, slug)).join(", ");
    return {
      cells: [
        report.set(id, linked(STYLES.id, techniqueUrl(id)), idWidth),
        report.set(name, STYLES.cell, nameWidth),
        report.set(tacticNames, STYLES.cellMuted, tacticWidth),
        report.set(platforms.join(", "), STYLES.cellMuted, platformWidth),
      ],
    };
  });
  drawTable(report, columns, rows);
}
