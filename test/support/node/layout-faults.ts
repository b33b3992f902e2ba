import type { ReadDocument, TextItem } from "./read-pages.ts";

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 };
/** What stays empty of a page, in points; the footer lies in the lower part. */
export const MARGIN = { side: 56, top: 20, bottom: 24 };

/** A text for comparing with another one that was broken over lines. */
export const withoutSpaces = (text: string): string => text.normalize("NFC").replace(/\s/g, "");

/** The text of all pages. */
export const allText = ({ pages }: ReadDocument): string => pages.map(({ text }) => text).join(" ");

/** Text beyond the margins, and pairs of pieces of text of which one lies on the other. */
export function findFaults({ pages }: ReadDocument): string[] {
  return pages.flatMap(({ items }, number) => {
    const where = (item: TextItem) => `page ${number + 1}: ${item.text}`;
    const faults = items
      .filter(
        ({ left, baseline, width, size }) =>
          left < MARGIN.side - 0.1 ||
          left + width > PAGE.width - MARGIN.side + 0.1 ||
          baseline < MARGIN.bottom ||
          baseline + size > PAGE.height - MARGIN.top,
      )
      .map((item) => `${where(item)} is outside`);
    items.forEach((item, place) => {
      for (const other of items.slice(place + 1)) {
        if (overlaps(item, other)) faults.push(`${where(item)} and ${other.text} overlap`);
      }
    });
    return faults;
  });
}

/** Whether the bodies of two pieces of text share more than rounding; a fifth of a body hangs below. */
function overlaps(a: TextItem, b: TextItem): boolean {
  // A mark without its letter's font lies on the letter, as it should.
  if (/^\p{M}+$/u.test(a.text) || /^\p{M}+$/u.test(b.text)) return false;
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const top = (item: TextItem) => item.baseline + 0.75 * item.size;
  const bottom = (item: TextItem) => item.baseline - 0.2 * item.size;
  return across > 0.3 && Math.min(top(a), top(b)) - Math.max(bottom(a), bottom(b)) > 0.3;
}
