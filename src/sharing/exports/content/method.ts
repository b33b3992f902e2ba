import type { KindName } from "../../../reading/document-kind/schema.ts";
import { embeddedCut } from "../../../reading/analyser/strictness.ts";
import type { AsideReason } from "../../../reading/recognition/acts/aside-reasons.ts";
import { count, listOf, plural } from "../parts/wording.ts";
import { releaseLabel } from "../parts/release-facts.ts";
import { PRODUCER } from "../producer.ts";
import { longDate, longTime } from "./long-date.ts";
import { markingConflict } from "./marking.ts";
import { whenPublished } from "./named.ts";
import type { SessionContent } from "./session-content.ts";
import { countStandings, personName } from "./standing.ts";
import { ANALYSER, isOwnAnalyser, analysedBy } from "./analysed-by.ts";

/** A row of the last section: a label and its text. */
export interface Fact {
  label: string;
  value: string;
}

const REASONS: Record<AsideReason, string> = {
  advice: "advice and mitigation",
  detection: "guidance for detection",
  negation: "negation",
  question: "questions",
  hypothetical: "hypotheticals",
  definition: "definitions",
  contents: "tables of contents",
  references: "references",
  boilerplate: "notices about the author",
  furniture: "page furniture",
  instruction: "instructions to the reader",
  other_agent: "done by others than the adversary",
  not_a_report: "printed in a text that is no threat report",
};

/** Describes how the report was analyzed and the resulting limitations, for readers who rely on it. */
export function describeMethod(content: SessionContent): Fact[] {
  const { coverage, created_at: created, session_id: id } = content;
  const read = `${count(coverage.chars_analyzed)} of ${count(coverage.chars_total)} characters, in ${plural(coverage.chunks, "part")}`;
  return [
    { label: "Read by", value: analysedBy(content) },
    { label: "Text read", value: `${read}${languageOf(content)}.` },
    ...describeKind(content),
    { label: "Published", value: whenPublished(content) ?? "The report names no date." },
    { label: "Analyzed", value: `${longTime(created)}, with ${PRODUCER}.` },
    { label: "Reviewed", value: describeReview(content) },
    {
      label: "Mapped to",
      value: `${releaseLabel(content)}; ids and names are those of this release.`,
    },
    { label: "Confidence", value: describeThreshold(content) },
    { label: "Set aside", value: describeAside(content) },
    ...describeRejected(content),
    { label: "Session", value: id },
  ];
}

/** Describes the kind of document with its probability. Returns nothing for sessions from before it was stored. */
function describeKind({ document_kind: kind }: SessionContent): Fact[] {
  if (kind === null) return [];
  const share = `${Math.round(100 * kind.probability)} %`;
  const value = [`${KINDS[kind.kind]} (probability ${share}).`, ...kind.reasons].join(" ");
  return [{ label: "Kind of text", value }];
}

const KINDS: Record<KindName, string> = {
  threat_report: "Threat report",
  research_or_guidance: "Security research or guidance, not a threat report",
  other: "Neither a threat report nor security research",
};

function languageOf({ language }: SessionContent): string {
  if (language === null) return "; the language was not recognized";
  return `; language: ${new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language}`;
}

function describeReview({ techniques, review }: SessionContent): string {
  const { people, last, rejected } = review;
  if (people.length === 0 || last === null) {
    return "By nobody so far: every technique rests on the analysis alone.";
  }
  const { confirmed, open, analysis } = countStandings(techniques);
  const counts: [number, string][] = [
    [confirmed, "confirmed"],
    [open, "in need of evidence"],
    [rejected, "rejected and left out"],
    [analysis, "not reviewed"],
  ];
  const parts = counts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`);
  return `By ${listOf(people.map(personName))}, last on ${longDate(last)}. Techniques: ${listOf(parts)}.`;
}

function describeThreshold(content: SessionContent): string {
  const found = content.techniques.filter(({ origin }) => origin === "analysis");
  const basis = `Confidence is how sure the analysis is that the passage tells of the technique, not how grave it is.${describeStrictness(content)}`;
  const lowest = Math.min(...found.map(({ confidence }) => confidence));
  const floor =
    found.length === 0 ? "" : ` The lowest that is counted here is ${Math.round(lowest * 100)} %.`;
  const { candidates } = content;
  if (candidates.length === 0) {
    const none = isOwnAnalyser(content) ? " No candidate fell below the threshold." : "";
    return `${basis}${floor}${none}`;
  }
  const listed = candidates.map(
    ({ attack_id: id, confidence }) => `${id} (${Math.round(confidence * 100)} %)`,
  );
  const what = candidates.length === 1 ? "candidate below" : "candidates below";
  return `${basis}${floor} Not counted: ${candidates.length} ${what} the threshold, ${listOf(listed)}.`;
}

/** Describes nondefault settings. A language model ignores the modes. */
function describeStrictness(content: SessionContent): string {
  const { mode, min_confidence: least } = content;
  if (least !== null) return ` The analysis was asked for what is at least ${percent(least)} sure.`;
  if (mode === "balanced" || !isOwnAnalyser(content)) return "";
  if (mode === "recall")
    return " The analysis was asked to miss little, so that more of it is wrong.";
  return ` The analysis was asked for what it is sure of, from ${percent(embeddedCut(content))} on.`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function describeAside({ set_aside: aside }: SessionContent): string {
  if (aside.length === 0) return "Nothing.";
  const reasons = Map.groupBy(aside, ({ reason }) => reason);
  const parts = [...reasons].map(([reason, members]) => `${REASONS[reason]} (${members.length})`);
  return `${plural(aside.length, "mention")} of techniques that tell of no act of the adversary: ${listOf(parts)}.`;
}

function describeRejected({ rejected_techniques: rejected }: SessionContent): Fact[] {
  if (rejected.length === 0) return [];
  const reasons = Map.groupBy(rejected, ({ reason }) => reason);
  const parts = [...reasons].map(
    ([reason, members]) => `${members.map(({ attack_id: id }) => id).join(", ")}: ${reason}`,
  );
  return [{ label: "Ids not usable", value: `${parts.join("; ")}.` }];
}

/** Lists warnings for readers: language, contradictions, a removed release, marking. */
export function listWarnings(content: SessionContent): string[] {
  const conflict = markingConflict(content);
  // Reports use another name for the analyzer, and older sessions spell it with an s.
  const warnings = content.warnings.map((text) => text.replace(/embedded analy[sz]er/gu, ANALYSER));
  const gone =
    content.tactics.length === 0
      ? [
          `${releaseLabel(content)} was removed from this service: names and tactics are those stored with the session, and a technique counts for its first tactic alone.`,
        ]
      : [];
  return [...warnings, ...gone, ...(conflict === null ? [] : [conflict])];
}

/** General limitations of such an analysis. */
export const LIMITS = [
  "A report tells what its authors saw and chose to write. That a technique is not listed does not mean that it was not used.",
  "The analysis reads text alone: what only a picture shows is not in it.",
  "“Analyzer only” means that no person has checked the row. Read the quoted passage before you act on it.",
  "Overlap with the known techniques of a group is a lead and no attribution.",
] as const;
