import { dateLine, listCoverFacts } from "../content/cover-facts.ts";
import { listSections } from "../content/sections.ts";
import { type SessionContent, titleOf } from "../content/session-content.ts";
import { countStandings } from "../content/standing.ts";
import type { Report } from "../pdf/document/report.ts";
import { STYLES } from "../pdf/layout/style.ts";
import { type Cover, drawCover } from "./cover.ts";
import { count, noun } from "./wording.ts";

/** Draws the first page: the subject of the analysis, its method, its figures, and the contents. */
export function drawFront(report: Report, content: SessionContent): void {
  const cover = {
    kicker: "Threat report analysis",
    title: titleOf(content),
    subtitle: dateLine(content),
    figures: listFigures(content),
    facts: listCoverFacts(content),
  };
  drawCover(report, cover, 130);
  report.flow.skip(18);
  report.flow.need(150);
  report.flow.add(report.set("CONTENTS", STYLES.kicker));
  report.flow.skip(6);
  report.contents(listSections(content));
  report.flow.newPage();
}

function listFigures({ techniques, tactics, leads }: SessionContent): Cover["figures"] {
  const used = new Set(techniques.map(({ tactic }) => tactic)).size;
  const { confirmed } = countStandings(techniques);
  const leadsLabel = `${noun(leads.length, "group")} as ${noun(leads.length, "lead")}`;
  return [
    { value: count(techniques.length), label: noun(techniques.length, "technique") },
    { value: count(confirmed), label: "confirmed by a person" },
    // Without the release, the total is unknown.
    {
      value: tactics.length === 0 ? count(used) : `${used} of ${tactics.length}`,
      label: "tactics",
    },
    { value: count(leads.length), label: leadsLabel },
  ];
}
