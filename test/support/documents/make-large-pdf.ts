import { line, makePdf } from "./make-pdf.ts";

/** A PDF with one page and a comment that fills it up to a size. */
export function makeLargePdf(text: string, bytes: number): Uint8Array<ArrayBuffer> {
  const small = new TextDecoder("latin1").decode(makePdf([line(text)]));
  const at = small.indexOf("xref\n");
  const comment = `%${"x".repeat(bytes - small.length - 20)}\n`;
  const moved = small.slice(at).replace(/startxref\n\d+/, `startxref\n${at + comment.length}`);
  return new Uint8Array(new TextEncoder().encode(small.slice(0, at) + comment + moved));
}
