import type { SessionContent } from "./session-content.ts";
import { COVERAGE_SECTION } from "./session-coverage.ts";

/** The sections of a report in their order, whatever its format. */
export const SECTIONS = {
  summary: "Executive summary",
  chain: "Kill chain",
  coverage: "Tactic coverage",
  techniques: "Techniques and their evidence",
  named: "Named in the report",
  hints: "Leads from software and vulnerabilities",
  leads: "Group-similarity leads",
  method: "Method and limits",
} as const;

/** Lists the sections of a report; coverage only if the team has an inventory or rules. */
export function listSections({
  coverage_states: coverage,
}: Pick<SessionContent, "coverage_states">): string[] {
  const { method, ...others } = SECTIONS;
  return [...Object.values(others), ...(coverage === null ? [] : [COVERAGE_SECTION]), method];
}

/** Introductions of the sections, and texts of empty ones. */
export const WORDS = {
  noSummary: "There is no summary.",
  noTechnique: "No technique was found in the report.",
  coverage: "A technique that serves several tactics counts for each of them.",
  techniques:
    "Quoted from the report, the passage that tells most first. Verified means that the quoted passage stands in the report; white space and quotation marks do not count.",
  named:
    "Names that stand in the text. A report may name a group or a program for comparison only.",
  nothingNamed: "The report names no known group, malware, tool or vulnerability.",
  indicators:
    "Listed by the report as indicators of compromise, or confirmed by a person. Defanged.",
  otherObservables: "Mentioned in the text; that does not make them malicious. Defanged.",
  hint: "Leads, not findings.",
  hints:
    "Techniques that ATT&CK lists for the software that the report names, and that the KEV mappings of the Center for Threat-Informed Defense list for its vulnerabilities. A report that names a program need not tell of all that it can do, and may name it for comparison only.",
  noHints: "The report names no software or vulnerability that techniques are listed for.",
  lead: "A lead, not an attribution.",
  leads:
    "Similarity of technique sets says where to look next, never who it was. Many groups use the same techniques, and which of them a report describes is partly chance. The groups that the report names come first, then those known for most of its techniques (rare ones count more), then the ranking by Jaccard similarity.",
  matches: "By Jaccard similarity",
} as const;
