import { degrees, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from "@cantoo/pdf-lib";
import { makeDocx, paragraph, relationships, styled, stylesXml, table } from "./make-docx.ts";

/** A part of a report that is written in any format. */
export type Part =
  | { heading: string; level?: number }
  | { paragraph: string }
  | { items: readonly string[] }
  | { rows: readonly (readonly string[])[] };

export const FORMATS = ["html", "docx", "pdf", "txt"] as const;
export type Format = (typeof FORMATS)[number];

const escapeXml = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The same report as a web page, in Word's format, as a PDF and as plain text. */
export async function inFormat(format: Format, parts: readonly Part[]): Promise<Uint8Array> {
  if (format === "pdf") return await toPdf(parts);
  if (format === "docx") return toDocx(parts);
  const text = format === "html" ? toHtml(parts) : toText(parts);
  return new TextEncoder().encode(text);
}

function toHtml(parts: readonly Part[]): string {
  const body = parts.map((part) => {
    if ("heading" in part) {
      const { heading, level = 2 } = part;
      return `<h${level}>${escapeXml(heading)}</h${level}>`;
    }
    if ("paragraph" in part) return `<p>${escapeXml(part.paragraph)}</p>`;
    if ("items" in part) {
      return `<ul>${part.items.map((item) => `<li>${escapeXml(item)}</li>`).join("")}</ul>`;
    }
    const rows = part.rows.map((row) => row.map((cell) => `<td>${escapeXml(cell)}</td>`).join(""));
    return `<table>${rows.map((row) => `<tr>${row}</tr>`).join("")}</table>`;
  });
  return `<!doctype html><html><head><title>A report</title></head><body><article>${body.join("\n")}</article></body></html>`;
}

function toDocx(parts: readonly Part[]): Uint8Array {
  const body = parts.map((part) => {
    if ("heading" in part) {
      return styled({ style: `H${part.level ?? 2}` }, escapeXml(part.heading));
    }
    if ("paragraph" in part) return paragraph(escapeXml(part.paragraph));
    if ("items" in part) {
      return part.items.map((item) => styled({ list: [1, 0] }, escapeXml(item))).join("");
    }
    return table(part.rows.map((row) => row.map((cell) => paragraph(escapeXml(cell)))));
  });
  return makeDocx(body.join(""), {
    "word/_rels/document.xml.rels": relationships([["styles", "styles.xml"]]),
    "word/styles.xml": stylesXml([1, 2, 3].map((level) => [`H${level}`, `heading ${level}`])),
  });
}

function toText(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if ("heading" in part) return part.heading;
      if ("paragraph" in part) return part.paragraph;
      if ("items" in part) return part.items.map((item) => `• ${item}`).join("\n");
      return part.rows.map((row) => row.join("\t")).join("\n");
    })
    .join("\n\n");
}

const WIDTH = 612;
const HEIGHT = 792;
const MARGIN = 72;
const BODY = 10;
const LEADING = 13;

/** What is drawn on each page besides, before or after its text. */
export type Overlay = (page: PDFPage, font: PDFFont) => void;

/** A PDF with headings in larger bold letters; text only of Latin script. */
export async function toPdf(
  parts: readonly Part[],
  { under, over }: { under?: Overlay; over?: Overlay } = {},
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  let page: PDFPage | null = null;
  let y = 0;
  const needRoom = (height: number): PDFPage => {
    if (page !== null && y - height >= MARGIN) return page;
    if (page !== null) over?.(page, regular);
    page = pdf.addPage([WIDTH, HEIGHT]);
    under?.(page, regular);
    y = HEIGHT - MARGIN;
    return page;
  };
  const draw = (text: string, font: PDFFont, size: number, indent: number) => {
    for (const line of wrap(text, font, size, WIDTH - 2 * MARGIN - indent)) {
      needRoom(size * 1.3).drawText(line, { x: MARGIN + indent, y, size, font });
      y -= Math.max(LEADING, size * 1.3);
    }
  };
  for (const part of parts) {
    if ("heading" in part) {
      y -= LEADING;
      draw(part.heading, bold, 20 - 3 * (part.level ?? 2), 0);
    } else if ("paragraph" in part) draw(part.paragraph, regular, BODY, 0);
    else if ("items" in part) {
      for (const item of part.items) draw(`• ${item}`, regular, BODY, 18);
    } else {
      for (const row of part.rows) {
        const drawn = needRoom(LEADING);
        for (const [column, cell] of row.entries()) {
          drawn.drawText(cell, { x: MARGIN + column * 160, y, size: BODY, font: regular });
        }
        y -= 20;
      }
    }
    y -= 8;
  }
  if (page !== null) over?.(page, regular);
  return new Uint8Array(await pdf.save());
}

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Draws a line across the page, at an angle. */
export function watermark(line: string, y: number, angle = 0): Overlay {
  return (page, font) =>
    page.drawText(line, {
      x: MARGIN,
      y,
      size: angle === 0 ? BODY : 28,
      font,
      rotate: degrees(angle),
      opacity: 0.3,
    });
}

/** Draws a line again and again, in rows and columns over the whole page. */
export function tiles(line: string): Overlay {
  return (page, font) => {
    for (let y = 60; y < HEIGHT; y += 140) {
      for (let x = 20; x < WIDTH; x += 260) {
        page.drawText(line, { x, y, size: 9, font, rotate: degrees(30), opacity: 0.2 });
      }
    }
  };
}
