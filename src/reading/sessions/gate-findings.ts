import type { Span } from "../../text/document/document.ts";
import type { DocumentKind } from "../document-kind/schema.ts";
import { isReport } from "../document-kind/describe-kind.ts";
import type { GroundedFindings } from "./ground-findings.ts";
import { toCandidate } from "./part-findings.ts";
import type { StoredTechnique } from "./store.ts";
import type { CandidateTechnique, RejectedTechnique, SetAside } from "./tables.ts";

/**
 * Applies the kind of a text to its findings. Only threat reports have findings, and none from sections that are
 * clearly something else. Their printed ids become mentions (`set_aside`), and other techniques become candidates.
 */
export function gateFindings(found: GroundedFindings, kind: DocumentKind | null): GroundedFindings {
  const apart = found.techniques.filter((technique) => isApart(technique, kind));
  if (apart.length === 0) return found;
  const moved = apart.map(moveTechnique);
  return {
    ...found,
    techniques: found.techniques.filter((technique) => !apart.includes(technique)),
    set_aside: [...found.set_aside, ...moved.flatMap(({ aside }) => aside ?? [])],
    candidates: [...found.candidates, ...moved.flatMap(({ candidate }) => candidate ?? [])].sort(
      (a, b) => b.confidence - a.confidence,
    ),
    rejected: [...found.rejected, ...moved.flatMap(({ rejected }) => rejected ?? [])],
  };
}

/** Returns whether no evidence of a technique is part of a report. */
function isApart(technique: StoredTechnique, kind: DocumentKind | null): boolean {
  if (!isReport(kind)) return true;
  const sections = kind?.sections ?? [];
  const { evidence_start: start, evidence_end: end, passages } = technique;
  if (sections.length === 0 || start === null || end === null) return false;
  const isInside = (span: Span) =>
    sections.some((section) => span.start >= section.start && span.end <= section.end);
  return [{ start, end }, ...passages].every(isInside);
}

interface Moved {
  aside?: SetAside;
  candidate?: CandidateTechnique;
  rejected?: RejectedTechnique;
}

function moveTechnique(technique: StoredTechnique): Moved {
  const { attack_id, name, evidence, hit } = technique;
  const { evidence_start, evidence_end } = technique;
  if (evidence_start === null || evidence_end === null) {
    const reason =
      "was found in a text that is no threat report, with evidence that only renders the text";
    return { rejected: { attack_id, reason } };
  }
  const place = { evidence, evidence_start, evidence_end };
  return hit?.kind === "id"
    ? { aside: { attack_id, name, reason: "not_a_report", ...place } }
    : { candidate: toCandidate(technique, place) };
}
