import type { Schema } from "../../../api/client.ts";
import type { StoredLayer } from "../../../api/layers.ts";
import { plainAttackText } from "../../../parts/attack-text/parse-attack-text.ts";
import type { Review } from "../../../parts/review-queue/change.ts";
import { surenessOf } from "../../../parts/sureness.ts";
import type { OverlayRef } from "./overlay-ref.ts";

/** An overlay's statement on a technique. */
export interface Mark {
  /** Between 0 and 1. */
  share: number;
  /** A passage of a report, a use by a group, or a comment of a layer. */
  evidence: string | null;
  /** The review verdict; only sessions have it. */
  review?: Review;
  /** A description of who added it, if a person did. Its share is then not the confidence of an analysis. */
  byPerson?: string;
}

export interface Overlay {
  ref: OverlayRef;
  name: string;
  marks: ReadonlyMap<string, Mark>;
  /** Whether its shares vary, instead of only indicating membership. */
  isScored: boolean;
  /** Such as TLP:AMBER: for a session, the marking that a person chose, or else the one in its report. */
  marking?: string;
  /** Set for layers, which can be edited here. */
  layer?: StoredLayer;
}

/** Returns a session with its confidences, without rejected techniques. */
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

/** Returns the techniques of a group or campaign, each with full share. */
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

/** Returns a layer with its Navigator scores, scaled by its own gradient. */
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

/** The relevant parts of a Navigator layer. */
interface NavigatorPart {
  gradient?: { minValue?: number; maxValue?: number };
  techniques?: { techniqueID: string; score?: number; comment?: string }[];
}
