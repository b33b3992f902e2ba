import type { Analysis } from "../../../reading/sessions/schema.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { Report } from "../pdf/document/report.ts";
import { STYLES } from "../pdf/layout/style.ts";
import { type Cover, drawCover } from "./cover.ts";
import { releaseLabel } from "./release-facts.ts";
import { countTactics } from "./tactic-counts.ts";
import { count, noun, plural } from "./wording.ts";

/** Names shown on the first page; their section lists all. */
const MAX_NAMES = 8;

/** What a report is called: its label, else its file. */
export function titleOf({ name, filename }: Analysis): string {
  return name ?? filename ?? "Untitled report";
}

/** Draws the first page: what was analysed, how, its figures, and the contents. */
export function drawFront(
  report: Report,
  analysis: Analysis,
  index: ReleaseIndex,
  sections: readonly string[],
): void {
  const cover = {
    kicker: "Threat report analysis",
    title: titleOf(analysis),
    subtitle: `Mapped to ${releaseLabel(analysis)}`,
    figures: listFigures(analysis, index),
    facts: listFacts(analysis),
  };
  drawCover(report, cover, 150);
  report.flow.skip(22);
  report.flow.need(150);
  report.flow.add(report.set("CONTENTS", STYLES.kicker));
  report.flow.skip(6);
  report.contents(sections);
  report.flow.newPage();
}

function listFigures(analysis: Analysis, index: ReleaseIndex): Cover["figures"] {
  const { techniques } = analysis;
  const tactics = countTactics(techniques, index).size;
  const verified = techniques.filter((technique) => technique.verified).length;
  const leads = analysis.apt_matches.length;
  return [
    { value: String(techniques.length), label: noun(techniques.length, "technique") },
    { value: `${tactics} of ${index.tactics.length}`, label: "tactics" },
    { value: String(verified), label: "with verified evidence" },
    { value: String(leads), label: `${noun(leads, "group")} as ${noun(leads, "lead")}` },
  ];
}

function listFacts(analysis: Analysis): Cover["facts"] {
  const { coverage } = analysis;
  const read = `${count(coverage.chars_analyzed)} of ${count(coverage.chars_total)} characters`;
  return [
    { label: "File", value: analysis.filename ?? "none, the text was sent as such" },
    { label: "Analysed", value: utcTime(analysis.created_at) },
    { label: "Provider and model", value: `${analysis.provider}, ${analysis.model}` },
    { label: "Knowledge base", value: releaseLabel(analysis) },
    { label: "Coverage", value: `${read}, in ${plural(coverage.chunks, "part")}` },
    { label: "Groups named", value: namesOf(analysis.apt_hints) },
    { label: "Session", value: analysis.session_id },
  ];
}

function namesOf(hints: readonly string[]): string {
  if (hints.length === 0) return "none";
  return hints.length > MAX_NAMES ? `${hints.length} names and aliases` : hints.join(", ");
}

const utcTime = (iso: string) => `${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`;
