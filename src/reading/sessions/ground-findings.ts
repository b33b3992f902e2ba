import { type KnownIds, shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf, whyNotTaken } from "../../knowledge/attack/ids/resolve-id.ts";
import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText, foldText } from "../../platform/lib/text.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline, Span } from "../../text/document/document.ts";
import { withinBlock } from "../../text/document/within-block.ts";
import { createEvidenceCheck } from "./check-evidence.ts";
import { createEvidenceLocator } from "./evidence-locator.ts";
import { mergeResults } from "./merge-results.ts";
import type { FoundTechnique } from "../recognition/found-technique.ts";
import type { ProviderFindings } from "../providers/analysis-provider.ts";
import { partFindings } from "./part-findings.ts";
import type { StoredTechnique } from "./store.ts";
import type { CandidateTechnique, Passage, RejectedTechnique, SetAside } from "./tables.ts";

/** A provider's findings, separated by whether the release and the text confirm them. */
export interface GroundedFindings {
  techniques: StoredTechnique[];
  rejected: RejectedTechnique[];
  /** Without those that are findings after all. */
  set_aside: SetAside[];
  candidates: CandidateTechnique[];
  hints: string[];
}

/**
 * Checks the findings of a provider against the release and the text. Ids must be active in the release, or have
 * active replacements. Names and tactics come from the release. Evidence must be a passage of the text, or at least a
 * paraphrase of one (stored as unverified), and say enough to be checked. Techniques that the embedded analyzer finds
 * absurd get a low confidence and a warning. Duplicates merge into the one with the highest confidence. Below the
 * provider's threshold, a technique is a candidate. Techniques are sorted by confidence, highest first, then by id.
 * Rejected ones are listed with the reason.
 * @param known the ids of other releases. Defaults to those of the shipped table.
 */
export function groundFindings(
  findings: ProviderFindings,
  document: Outline,
  release: ReleaseIndex,
  known: KnownIds = shippedIds(),
): GroundedFindings {
  const { text } = document;
  const locate = createEvidenceLocator(bodyText(document));
  const kept = new Map<string, StoredTechnique>();
  const rejected = new Map<string, RejectedTechnique>(
    findings.rejected?.map((row) => [row.attack_id, row]),
  );
  const checkEvidence = createEvidenceCheck(document, release, findings.check);
  const activeOf = ({ attack_id: id, explanation }: FoundTechnique, isClaimed = true) => {
    const printed = id.trim().toUpperCase();
    const active = activeIdsOf(printed, release, known);
    const techniques = active.flatMap((one) => release.techniques.get(one) ?? []);
    if (techniques.length === 0 && (isClaimed || explanation.hit?.kind === "id")) {
      const attack_id = printed.slice(0, 32);
      rejected.set(attack_id, { attack_id, reason: whyNotTaken(printed, release, known) });
    }
    return techniques;
  };
  for (const found of findings.techniques) {
    const printed = found.attack_id.trim().toUpperCase();
    const techniques = activeOf(found);
    const located = literalSpan(found, text) ?? locate(found.evidence);
    const span = located && withinBlock(document, located);
    for (const technique of techniques) {
      const { attack_id } = technique;
      const checked = checkEvidence(found, attack_id, span);
      if ("reason" in checked) {
        rejected.set(attack_id, { attack_id, reason: checked.reason });
        continue;
      }
      const result = toResult(checked.found, technique, span, printed, document);
      const before = kept.get(attack_id);
      kept.set(attack_id, before === undefined ? result : mergeResults(before, result));
    }
  }
  const candidates = groundCandidates(findings, document, (found) => activeOf(found, false));
  const parted = partFindings([...kept.values()], findings.threshold, text);
  const isNew = ({ attack_id: id }: { attack_id: string }) => !kept.has(id);
  return {
    techniques: parted.techniques.sort(
      (a, b) => b.confidence - a.confidence || compareText(a.attack_id, b.attack_id),
    ),
    // One part of a report may have evidence that another lacks.
    rejected: [...[...rejected.values()].filter(isNew), ...parted.rejected].sort((a, b) =>
      compareText(a.attack_id, b.attack_id),
    ),
    set_aside: groundAside(findings, document, release).filter(isNew),
    candidates: [...parted.candidates, ...candidates.filter(isNew)].sort(
      (a, b) => b.confidence - a.confidence,
    ),
    hints: knownGroups(findings.group_names, release),
  };
}

/** Review fields of a technique that no one has changed. */
const UNTOUCHED = {
  origin: "analysis",
  found_as: null,
  note: "",
  changed_by: null,
  changed_at: null,
  decided: [],
} satisfies Partial<StoredTechnique>;

function toResult(
  found: FoundTechnique,
  technique: { attack_id: string; name: string; tactics: string[] },
  span: Span | null,
  printed: string,
  document: Outline,
): StoredTechnique {
  const confidence = Number.isFinite(found.confidence) ? found.confidence : 0;
  return {
    attack_id: technique.attack_id,
    name: technique.name,
    tactic: technique.tactics[0] ?? "",
    confidence: Math.round(Math.min(1, Math.max(0, confidence)) * 10_000) / 10_000,
    evidence: span === null ? found.evidence.trim() : quote(document, span).text,
    evidence_start: span?.start ?? null,
    evidence_end: span?.end ?? null,
    passages: passagesOf(found, span, document),
    warnings: found.warnings,
    verified: span !== null,
    replaced_from: printed === technique.attack_id ? null : printed,
    review_status: "suggested",
    ...UNTOUCHED,
    ...found.explanation,
    judgement: found.judgement ?? null,
  };
}

/** Returns the passages from a provider, or else its evidence if that is a passage of the text. */
function passagesOf({ passages }: FoundTechnique, span: Span | null, document: Outline): Passage[] {
  const given = passages.length > 0 ? passages : span === null ? [] : [span];
  const spans = given.flatMap((passage) => withinBlock(document, passage) ?? []);
  const places = new Map(spans.map((passage) => [`${passage.start} ${passage.end}`, passage]));
  return [...places.values()].map((passage) => quote(document, passage));
}

/** Quotes a passage from the text. */
function quote({ text }: Outline, { start, end }: Span): Passage {
  return { text: text.slice(start, end), start, end };
}

function groundAside(
  { set_aside }: ProviderFindings,
  document: Outline,
  release: ReleaseIndex,
): SetAside[] {
  return set_aside.flatMap(({ attack_id, reason, ...place }) => {
    const known = release.techniques.get(attack_id);
    const span = withinBlock(document, place);
    if (known === undefined || span === null) return [];
    return [{ attack_id, name: known.name, reason, ...evidenceOf(document, span) }];
  });
}

/** @param activeOf returns the active techniques for an id. Rejects a printed id without any. */
function groundCandidates(
  { candidates }: ProviderFindings,
  document: Outline,
  activeOf: (found: FoundTechnique) => readonly IndexedTechnique[],
): CandidateTechnique[] {
  const grounded = new Map<string, CandidateTechnique>();
  for (const found of candidates) {
    const literal = literalSpan(found, document.text);
    const span = literal && withinBlock(document, literal);
    for (const { attack_id, name, tactics } of activeOf(found)) {
      if (span === null || grounded.has(attack_id)) continue;
      const confidence = Math.round(found.confidence * 10_000) / 10_000;
      const tactic = tactics[0] ?? "";
      grounded.set(attack_id, {
        attack_id,
        name,
        tactic,
        confidence,
        ...evidenceOf(document, span),
      });
    }
  }
  return [...grounded.values()];
}

function evidenceOf(document: Outline, span: Span) {
  const { text: evidence, start, end } = quote(document, span);
  return { evidence, evidence_start: start, evidence_end: end };
}

/** Returns the provider's span if the evidence is exactly that passage of the text. */
function literalSpan(found: FoundTechnique, text: string): Span | null {
  const { evidence, evidence_start: start, evidence_end: end } = found;
  if (start === null || end === null || evidence === "") return null;
  return text.slice(start, end) === evidence ? { start, end } : null;
}

/** Returns the names that are names or aliases of groups in the release, each once, spelled as given. */
function knownGroups(names: readonly string[], release: ReleaseIndex): string[] {
  const known = new Set(
    release.groups.flatMap(({ name, aliases }) => [name, ...aliases]).map(foldText),
  );
  return [...new Set(names)].filter((name) => known.has(foldText(name)));
}
