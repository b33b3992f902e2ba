import { strToU8, zipSync } from "fflate";

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
].join(" ");
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A relationships part: pairs of kind (the last word of its type) and target. */
export function relationships(links: readonly (readonly [kind: string, target: string])[]): string {
  const items = links.map(
    ([kind, target], i) =>
      `<Relationship Id="rId${i}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${RELATIONSHIPS}">${items.join("")}</Relationships>`;
}

/** A paragraph with one run. */
export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** Properties of a paragraph: its style, its list (with the level, from 0), its level in the outline. */
export interface ParagraphLook {
  style?: string;
  list?: readonly [id: number, level?: number];
  outline?: number;
}

/** A paragraph with properties, from the XML of its runs or from its text. */
export function styled(look: ParagraphLook, content: string): string {
  const { style, list, outline } = look;
  const [id, level] = list ?? [];
  const nesting = level === undefined ? "" : `<w:ilvl w:val="${level}"/>`;
  const properties = [
    style === undefined ? "" : `<w:pStyle w:val="${style}"/>`,
    id === undefined ? "" : `<w:numPr>${nesting}<w:numId w:val="${id}"/></w:numPr>`,
    outline === undefined ? "" : `<w:outlineLvl w:val="${outline}"/>`,
  ].join("");
  return `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith("<") ? content : run(content)}</w:p>`;
}

/** A run with text; `\n` is a line break. */
export function run(text: string, properties = ""): string {
  const lines = text.split("\n").map((line) => `<w:t xml:space="preserve">${line}</w:t>`);
  return `<w:r><w:rPr>${properties}</w:rPr>${lines.join("<w:br/>")}</w:r>`;
}

/** A text box around paragraphs, as Word writes it: twice, for itself and for older versions. */
export function textBox(paragraphs: string): string {
  const box = `<w:txbxContent>${paragraphs}</w:txbxContent>`;
  const shape = `<w:pict><v:shape><v:textbox>${box}</v:textbox></v:shape></w:pict>`;
  return `<w:r><mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback>${shape}</mc:Fallback></mc:AlternateContent></w:r>`;
}

/** A styles part: for each style its id, its name, and further XML. */
export function stylesXml(styles: readonly (readonly [id: string, name: string, xml?: string])[]) {
  const items = styles.map(
    ([id, name, xml = ""]) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${xml}</w:style>`,
  );
  return `<w:styles ${NAMESPACES}>${items.join("")}</w:styles>`;
}

/** A header or footer part. */
export function pageXml(kind: "hdr" | "ftr", body: string): string {
  return `<w:${kind} ${NAMESPACES}>${body}</w:${kind}>`;
}

/** A field of several runs, as Word writes page numbers and links. */
export function field(code: string, result: string): string {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const instruction = `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>`;
  return `${mark("begin")}${instruction}${mark("separate")}${result}${mark("end")}`;
}

/** A table from rows of cells, each cell the XML of its paragraphs. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${cell}</w:tc>`).join("");
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}

/** The main part of a Word document around the given body. */
export function documentXml(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`;
}

/** A notes part ("footnotes" or "endnotes") with one note that holds the given paragraphs. */
export function notesXml(kind: "footnotes" | "endnotes", body: string): string {
  const note = kind.slice(0, -1);
  return `<w:${kind} ${NAMESPACES}><w:${note} w:id="1">${body}</w:${note}></w:${kind}>`;
}

/** Packs parts (name to XML or bytes) into an archive as they are. */
export function packParts(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (const [name, part] of Object.entries(parts)) {
    files[name] = typeof part === "string" ? strToU8(part) : part;
  }
  return zipSync(files, { level: 6 });
}

/** A DOCX with the given body; further parts replace or add to the usual ones. */
export function makeDocx(
  body: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  return packParts({
    "_rels/.rels": relationships([["officeDocument", "word/document.xml"]]),
    "word/document.xml": documentXml(body),
    ...parts,
  });
}

/** Overwrites a field in every header of the central directory; offsets as in APPNOTE 4.3.12. */
export function patchCentralHeaders(
  archive: Uint8Array,
  offset: number,
  value: number,
): Uint8Array {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  let at = view.getUint32(end + 16, true);
  while (at < end) {
    if (offset === CENTRAL_FIELDS.flags) view.setUint16(at + offset, value, true);
    else view.setUint32(at + offset, value, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true);
  }
  return bytes;
}

/** Places of fields in a central directory header. */
export const CENTRAL_FIELDS = { flags: 8, unpackedSize: 24 } as const;
