/** A piece of text at a place on the page, in points from the lower left corner. */
export interface PlacedText {
  x: number;
  y: number;
  text: string;
}

interface PdfOptions {
  /** An encryption dictionary; it becomes an object of its own, named in the trailer. */
  encrypt?: string;
  /** The glyph that the font has for the tilde, such as "uni20AC". */
  tildeGlyph?: string;
}

/** The page that a line of text makes. */
export function line(text: string): PlacedText[] {
  return [{ x: 72, y: 720, text }];
}

/** A PDF with one page per list of placed texts, in Helvetica 12. */
export function makePdf(
  pages: readonly (readonly PlacedText[])[],
  options: PdfOptions = {},
): Uint8Array {
  const pageNumber = (index: number): number => 4 + index * 2;
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(" ");
  const glyph = options.tildeGlyph ?? "asciitilde";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [126 /${glyph}] >> >>`,
  ];
  for (const [index, page] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      stream(page.map(showText).join("\n")),
    );
  }
  return writeObjects(objects, options.encrypt);
}

/**
 * A PDF that asks for a password: its Encrypt dictionary is well-formed, and the check values in
 * it fit no empty password.
 */
export function makeEncryptedPdf(): Uint8Array {
  const check = "ab".repeat(32);
  return makePdf([line("secret")], {
    encrypt: `<< /Filter /Standard /V 1 /R 2 /O <${check}> /U <${check}> /P -4 >>`,
  });
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function showText({ x, y, text }: PlacedText): string {
  return `BT /F1 12 Tf ${x} ${y} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`;
}

function writeObjects(objects: readonly string[], encrypt: string | undefined): Uint8Array {
  const all = encrypt === undefined ? objects : [...objects, encrypt];
  const parts = ["%PDF-1.4\n"];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of all.entries()) {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const id = "cd".repeat(16);
  const security = encrypt === undefined ? "" : ` /Encrypt ${all.length} 0 R /ID [<${id}> <${id}>]`;
  parts.push(`xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}`);
  parts.push(`trailer\n<< /Size ${all.length + 1} /Root 1 0 R${security} >>\n`);
  parts.push(`startxref\n${length}\n%%EOF\n`);
  return new TextEncoder().encode(parts.join(""));
}
