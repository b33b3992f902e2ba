import type { Span, Technique } from "../../../api/session.ts";
import { passagesOf, type ReviewState } from "../use-review.ts";
import { trimSpan } from "./trim-span.ts";

/** The most passages that the service stores. */
const MAX_PASSAGES = 5;

/** The actions on a selected passage. */
export interface Evidence {
  /** Replaces the evidence of a technique, and accepts it if it needed evidence. */
  use: (technique: Technique, span: Span) => void;
  /** Adds a passage after the existing ones of the technique. */
  add: (technique: Technique, span: Span) => void;
  /** Removes a passage of the technique. */
  remove: (technique: Technique, at: number) => void;
  mayAdd: (technique: Technique) => boolean;
}

/** Returns actions that make passages of the text the evidence of techniques. */
export function useEvidence(text: string, review: ReviewState): Evidence {
  const cut = (span: Span) => {
    const { start, end } = trimSpan(text, span);
    return { start, end, text: text.slice(start, end) };
  };
  const submit = (
    technique: Technique,
    passages: Technique["passages"],
    body: { review_status?: "accepted" } = {},
  ) => {
    const spans = passages.map(({ start, end }) => ({ start, end }));
    const { attack_id: attackId } = technique;
    review.submit({ kind: "change", attackId, passages, body: { ...body, passages: spans } });
  };
  const others = (technique: Technique, { start, end }: Span) =>
    passagesOf(technique).filter((one) => one.start !== start || one.end !== end);
  return {
    use: (technique, span) => {
      const chosen = cut(span);
      const [, ...rest] = passagesOf(technique);
      const kept = rest.filter(({ start, end }) => start !== chosen.start || end !== chosen.end);
      const isAsked = technique.review_status === "needs_evidence";
      submit(technique, [chosen, ...kept], isAsked ? { review_status: "accepted" } : {});
    },
    add: (technique, span) => {
      const chosen = cut(span);
      submit(technique, [...others(technique, chosen), chosen].slice(0, MAX_PASSAGES));
    },
    remove: (technique, at) =>
      submit(
        technique,
        passagesOf(technique).filter((_one, index) => index !== at),
      ),
    mayAdd: (technique) => passagesOf(technique).length < MAX_PASSAGES,
  };
}
