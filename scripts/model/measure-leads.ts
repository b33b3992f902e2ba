import { outlineText } from "../../src/text/outline/outline-text.ts";
import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { releasePath } from "../data/data-folder.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  measureOf,
  SIMILARITY_MODES,
  type SimilarityMode,
} from "../../src/knowledge/comparison/measure.ts";
import { rank } from "../../src/knowledge/comparison/rank.ts";
import { compareText } from "../../src/platform/lib/text.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import {
  type AttributedReport,
  readAdvisoryReports,
  readAnnoctrReports,
  readTramReports,
} from "./attributed-reports.ts";
import { LEADS_MODE } from "../../src/knowledge/comparison/find-leads.ts";
import { findEntities } from "../../src/reading/entities/find-entities.ts";
import {
  attributedCampaigns,
  type KnownReport,
  LEAST_TECHNIQUES,
  readCitations,
  reportsCited,
  reportsOfTie,
} from "./cited-reports.ts";
import { openShipped } from "./measure-traps.ts";
import { shippedRelease } from "./shipped.ts";

/** How often the true group is among the first of the leads, as shares of the reports. */
export interface LeadFigures {
  first: number;
  first_5: number;
  first_10: number;
}

/** A set of reports whose group is known, under every measure; null where its data is absent. */
export interface LeadSet {
  reports: number;
  modes: Record<SimilarityMode, LeadFigures>;
  /** As a session answers: the groups that the text names, then the leads; null without texts. */
  named_first: LeadFigures | null;
}

/**
 * How well each measure of similarity finds the group behind a report. Of the sets that ATT&CK's own
 * sources are in, what a group is known for by the report itself does not count, so that each report
 * is as new.
 */
export async function measureLeads(data: string): Promise<Record<string, LeadSet | null>> {
  const release = shippedRelease();
  const analyse = openShipped(release);
  const read = async (reports: readonly AttributedReport[]) => {
    const known: KnownReport[] = [];
    for (const { text, groups } of reports) {
      const entities = await findEntities(outlineText(text), release, [], async () => undefined);
      known.push({
        techniques: await analyse(text),
        groups: new Set(groups),
        learnt: new Map(),
        named: entities.groups.map(({ attack_id: id }) => id),
      });
    }
    return measureSet(known, release);
  };
  const bundle = join(data, releasePath(SEED.domain, SEED.version));
  const tie = join(data, "tie", "combined_dataset_full_frequency.2024-03-18.json.gz");
  const tram = join(data, "tram", "documents.jsonl.gz");
  const advisories = join(data, "reports");
  const annoctr = join(data, "mapping-dev", "annoctr");
  const citations = existsSync(bundle) ? readCitations(bundle) : null;
  const follow = (id: string) => {
    const active = release.replacements.get(id) ?? id;
    return release.techniques.has(active) ? active : null;
  };
  return {
    "reports cited by ATT&CK": citations && measureSet(reportsCited(citations), release),
    "campaigns of ATT&CK": citations && measureSet(attributedCampaigns(citations), release),
    "TIE's reports":
      citations && existsSync(tie)
        ? measureSet(reportsOfTie(tie, citations, follow), release)
        : null,
    "TRAM's, analysed": existsSync(tram) ? await read(readTramReports(tram)) : null,
    "advisories, analysed": existsSync(join(advisories, "AA20-302A.pdf"))
      ? await read(await readAdvisoryReports(advisories))
      : null,
    "AnnoCTR's, analysed": existsSync(annoctr) ? await read(readAnnoctrReports(annoctr)) : null,
  };
}

function measureSet(reports: readonly KnownReport[], release: ReleaseIndex): LeadSet {
  const ranked = (mode: SimilarityMode) => reports.map((report) => rankFor(report, release, mode));
  const modes = SIMILARITY_MODES.map((mode) => [mode, sharesOf(reports, ranked(mode))] as const);
  const hasTexts = reports.some(({ named }) => named !== null);
  const answered = ranked(LEADS_MODE).map((leads, at) => [
    ...new Set([...(reports[at]?.named ?? []), ...leads]),
  ]);
  return {
    reports: reports.length,
    modes: Object.fromEntries(modes) as Record<SimilarityMode, LeadFigures>,
    named_first: hasTexts ? sharesOf(reports, answered) : null,
  };
}

/** How often a true group is among the first of what is answered for each report. */
function sharesOf(
  reports: readonly KnownReport[],
  answers: readonly (readonly string[])[],
): LeadFigures {
  const within = (count: number) => {
    const right = reports.filter(({ groups }, at) =>
      answers[at]?.slice(0, count).some((id) => groups.has(id)),
    );
    return right.length / Math.max(1, reports.length);
  };
  return { first: within(1), first_5: within(5), first_10: within(10) };
}

/** The ids of all groups that share a technique, best first; a report with few techniques has none. */
function rankFor(
  { techniques, learnt }: KnownReport,
  release: ReleaseIndex,
  mode: SimilarityMode,
): string[] {
  if (techniques.length < LEAST_TECHNIQUES) return [];
  const query = new Set(techniques);
  const measure = measureOf(mode, release);
  const others = rank(query, release.groups, measure).filter(
    ({ entry }) => !learnt.has(entry.attack_id),
  );
  const before = release.groups
    .filter(({ attack_id: id }) => learnt.has(id))
    .map((group) => ({
      ...group,
      techniques: group.techniques.filter((id) => !learnt.get(group.attack_id)?.has(id)),
    }));
  return [...others, ...rank(query, before, measure)]
    .sort(
      (a, b) =>
        b.similarity - a.similarity ||
        b.shared.length - a.shared.length ||
        compareText(a.entry.attack_id, b.entry.attack_id),
    )
    .map(({ entry }) => entry.attack_id);
}

const percent = (value: number) => (100 * value).toFixed(1).padStart(6);

const cell = ({ first, first_5, first_10 }: LeadFigures) =>
  `${percent(first)}${percent(first_5)}${percent(first_10)}`;

/** The figures as a table: the true group as the first lead, among the first 5 and 10. */
export function showLeads(sets: Record<string, LeadSet | null>): string {
  const rows = Object.entries(sets).map(([name, set]) => {
    const label = `${name.padEnd(24)}| ${String(set?.reports ?? "").padStart(4)} |`;
    if (set === null) return `${label} left out: its data is not there`;
    const cells = SIMILARITY_MODES.map((mode) => cell(set.modes[mode]));
    return label + [...cells, set.named_first === null ? "" : cell(set.named_first)].join(" |");
  });
  const head = [...SIMILARITY_MODES, "named, then mixed"].map((name) => name.padStart(18));
  return [
    "\nTrue group as the first lead, among the first 5, among the first 10",
    `${"".padEnd(24)}| ${"n".padStart(4)} |${head.join(" |")}`,
    ...rows,
  ].join("\n");
}
