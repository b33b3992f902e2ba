import type { Schema } from "../../../api/client.ts";
import type { StoredLayer } from "../../../api/layers.ts";
import { plainAttackText } from "../../../parts/attack-text/parse-attack-text.ts";
import type { Review } from "../../../parts/review-queue/change.ts";
import { surenessOf } from "../../../parts/sureness.ts";
import type { OverlayRef } from "./overlay-ref.ts";

/** What an overlay says of a technique. */
export interface Mark {
  /** Between 0 and 1. */
  share: number;
  /** A passage of a report, a use by a group, a comment of a layer. */
  evidence: string | null;
  /** What a person said of it; sessions alone have it. */
  review?: Review;
  /** That a person named it, in words; its share is then no confidence of an analysis. */
  byPerson?: string;
}

export interface Overlay {
  ref: OverlayRef;
  name: string;
  marks: ReadonlyMap<string, Mark>;
  /** Whether its shares tell more than that it has a technique. */
  isScored: boolean;
  /** Such as TLP:AMBER: of a session, what a person decided or else its report prints. */
  marking?: string;
  /** Set for layers, which may be changed here. */
  layer?: StoredLayer;
}

/** A session with its confidences; rejected techniques are left out. */
export function fromSession(ref: OverlayRef, session: Schema<"AnalysisOut">): Overlay {
  const marks = session.techniques
    .filter(({ review_status }) => review_status !== "rejected")
    .map((technique) => {
      const { attack_id, confidence, evidence, review_status: review, origin } = technique;
      const mark: Mark = { share: confidence, evidence: evidence || null, review };
      if (origin === "analyst") mark.byPerson = surenessOf(technique);
      return [attack_id, mark] as const;
    });
  const tlp = session.tlp ?? session.tlp_in_text;
  const marking = tlp === null ? {} : { marking: `TLP:${tlp.toUpperCase()}` };
  return { ref, name: session.title, marks: new Map(marks), isScored: true, ...marking };
}

/** What a group or campaign uses, each fully. */
export function fromUses(
  ref: OverlayRef,
  { name, techniques }: Pick<Schema<"GroupDetail">, "name" | "techniques">,
): Overlay {
  const marks = techniques.map(
    ({ attack_id, use }) =>
      [attack_id, { share: 1, evidence: use === null ? null : plainAttackText(use) }] as const,
  );
  return { ref, name, marks: new Map(marks), isScored: false };
}

/** A layer with the scores that the Navigator gave it, measured by its own gradient. */
export function fromLayer(ref: OverlayRef, layer: StoredLayer, navigator: unknown): Overlay {
  const { gradient, techniques = [] } = navigator as NavigatorPart;
  const { minValue: low = 0, maxValue: high = 100 } = gradient ?? {};
  const marks = new Map<string, Mark>(
    layer.technique_ids.map((id) => [id, { share: 1, evidence: null }]),
  );
  for (const { techniqueID, score, comment } of techniques) {
    if (!marks.has(techniqueID)) continue;
    const share = score === undefined || high <= low ? 1 : (score - low) / (high - low);
    marks.set(techniqueID, {
      share: Math.min(Math.max(share, 0), 1),
      evidence: comment === undefined || comment === "" ? null : comment,
    });
  }
  const isScored = techniques.some(({ score }) => score !== undefined);
  return { ref, name: layer.name, marks, isScored, layer };
}

/** The parts of a Navigator layer that are read here. */
interface NavigatorPart {
  gradient?: { minValue?: number; maxValue?: number };
  techniques?: { techniqueID: string; score?: number; comment?: string }[];
}
