import type { Span } from "../../../text/document/document.ts";
import { escapeHtml } from "../../../platform/lib/escape-html.ts";

/** A passage of a text, and the ids of its techniques. */
export interface Mark extends Span {
  ids: string[];
}

/** Returns the distinct passages of techniques, in text order. */
export function listMarks(
  techniques: readonly { attack_id: string; passages: readonly Span[] }[],
): Mark[] {
  const marks = new Map<string, Mark>();
  for (const { attack_id: id, passages } of techniques) {
    for (const { start, end } of passages) {
      const key = `${start}-${end}`;
      const ids = [...(marks.get(key)?.ids ?? []), id];
      marks.set(key, { start, end, ids });
    }
  }
  return [...marks.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * Renders a part of a text as HTML with its passages marked. Where passages overlap, each piece is marked for all of
 * them. The ids follow the end of a passage.
 */
export function markText(text: string, { start, end }: Span, marks: readonly Mark[]): string {
  const within = marks.filter((mark) => mark.start < end && mark.end > start);
  const cuts = new Set([start, end]);
  for (const mark of within)
    for (const at of [mark.start, mark.end]) cuts.add(clamp(at, start, end));
  const places = [...cuts].sort((a, b) => a - b);
  return places
    .slice(1)
    .map((to, at) => markPiece(text, { start: places[at] ?? start, end: to }, within))
    .join("");
}

function markPiece(text: string, piece: Span, marks: readonly Mark[]): string {
  const words = escapeHtml(text.slice(piece.start, piece.end));
  const covering = marks.filter((mark) => mark.start < piece.end && mark.end > piece.start);
  if (covering.length === 0) return words;
  const anchors = covering
    .filter((mark) => mark.start === piece.start)
    .map((mark) => `<a id="${anchorOf(mark)}"></a>`);
  const ended = covering.filter((mark) => mark.end === piece.end).flatMap(({ ids }) => ids);
  const labels =
    ended.length === 0 ? "" : `<sup>${escapeHtml([...new Set(ended)].join(" "))}</sup>`;
  return `${anchors.join("")}<mark>${words}</mark>${labels}`;
}

/** Returns the anchor of a passage on its page. */
export function anchorOf({ start, end }: Span): string {
  return `p${start}-${end}`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
