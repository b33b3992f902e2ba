import { AppError } from "../../platform/lib/errors.ts";
import { formatBytes } from "../../platform/lib/streams.ts";
import type { Block } from "../../text/document/document.ts";
import type { DocumentLimits } from "./document.ts";
import { foldBlanks } from "../../text/document/fold-blanks.ts";
import { collectText } from "./text-collector.ts";
import { WordStyles } from "./word-styles.ts";
import { WordText, type WordContext } from "./word-text.ts";
import { createXmlReader, type XmlListener } from "./xml-reader.ts";
import { listZipEntries, readZipEntry } from "../zip/zip-archive.ts";
import type { UnpackBudget, ZipEntry, ZipFailure } from "../zip/zip-archive.ts";

interface WordPackage {
  bytes: Uint8Array;
  entries: Map<string, ZipEntry>;
  budget: UnpackBudget;
  fail: ZipFailure;
}

interface Relationship {
  id: string;
  type: string;
  target: string;
}

const DEFAULT_PART = "word/document.xml";
/** Notes follow the body; ECMA-376 part 1, 11.3.7 and 11.3.4. */
const NOTE_PARTS = ["footnotes", "endnotes"] as const;
const PAGE_PARTS = /\/(?:header|footer)$/;

/** The text of a DOCX and its blocks. */
export interface DocxText {
  text: string;
  blocks: Block[];
}

/**
 * Reads the text of a DOCX: body, then footnotes, endnotes, and the lines of headers and footers as furniture.
 * Inflates and parses as a stream, so cost and memory depend on the text, not on the sizes that the archive
 * declares.
 * Throws `document_unreadable` (broken, encrypted, unpacks beyond the limit), `unsupported_file_type` (a ZIP
 * archive that is not a Word document) or `text_too_long`.
 */
export function readDocx(bytes: Uint8Array, limits: DocumentLimits): DocxText {
  const budget = { limit: limits.maxUnpackedBytes, used: 0 };
  const fail = failureOf(budget);
  const listed = [...listZipEntries(bytes, fail)];
  // Part names are case-insensitive.
  const entries = new Map(listed.map((entry) => [entry.name.toLowerCase(), entry]));
  const archive: WordPackage = { bytes, entries, budget, fail };
  let declared = 0;
  for (const entry of entries.values()) declared += entry.declaredSize;
  if (declared > budget.limit) throw fail("too_large");

  const part = findDocumentPart(archive);
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const links = readRelationships(archive, `${folder}_rels/${part.slice(folder.length)}.rels`);
  const partOf = (kind: string) => {
    const link = links.find(({ type }) => type.endsWith(`/${kind}`));
    return link === undefined ? `${folder}${kind}.xml` : resolveTarget(folder, link.target);
  };
  const styles = new WordStyles();
  readPart(archive, partOf("styles"), styles);
  const collector = collectText(limits.maxTextChars);
  const context: WordContext = {
    collector,
    styles,
    links: new Map(links.map(({ id, target }) => [id, target])),
    limit: limits.maxTextChars,
  };
  const body = new WordText(context);
  readPart(archive, part, requireRoot("document", body));
  const blocks = body.blocks;
  for (const notes of NOTE_PARTS.map(partOf)) {
    const reader = new WordText(context);
    readPart(archive, notes, reader);
    for (const block of reader.blocks) blocks.push(block);
  }
  // Headers alone are not a document.
  if (blocks.length === 0) return { text: collector.text(), blocks };
  const pages = links.filter(({ type }) => PAGE_PARTS.test(type));
  for (const line of readPages(
    archive,
    pages.map(({ target }) => resolveTarget(folder, target)),
    context,
  )) {
    const start = collector.length();
    collector.add(`${line}\n`);
    blocks.push({ start, end: start + line.length, kind: "furniture", source: "format" });
  }
  return { text: collector.text(), blocks };
}

/** Returns the lines of headers and footers, including watermarks, without duplicates. */
function readPages(
  archive: WordPackage,
  parts: readonly string[],
  context: WordContext,
): Set<string> {
  const collector = collectText(context.limit);
  for (const part of new Set(parts)) {
    readPart(archive, part, new WordText({ ...context, collector, withWatermarks: true }));
  }
  const lines = collector
    .text()
    .split("\n")
    .map((line) => foldBlanks(line).trim());
  return new Set(lines.filter((line) => /[\p{L}\p{N}]/u.test(line)));
}

function findDocumentPart(archive: WordPackage): string {
  const named = readRelationships(archive, "_rels/.rels").find(({ type }) =>
    type.endsWith("/officeDocument"),
  );
  const part = named === undefined ? null : resolveTarget("", named.target);
  if (part !== null && archive.entries.has(part)) return part;
  if (archive.entries.has(DEFAULT_PART)) return DEFAULT_PART;
  if (named === undefined) throw notWord();
  throw new AppError(
    "document_unreadable",
    "The DOCX lacks its document part; save it again in Word and upload that.",
  );
}

function readRelationships(archive: WordPackage, part: string): Relationship[] {
  const found: Relationship[] = [];
  if (!archive.entries.has(part)) return found;
  readPart(archive, part, {
    open(name, attributes) {
      if (name !== "Relationship") return;
      const { Id = "", Type = "", Target = "" } = attributes;
      found.push({ id: Id, type: Type, target: Target });
    },
    close() {},
    text() {},
  });
  return found;
}

/** Resolves a part name, which is compared in lower case. A leading slash means the root of the package. */
function resolveTarget(folder: string, target: string): string {
  const { pathname } = new URL(target.replaceAll("\\", "/"), `file:///${folder}`);
  return decodeURI(pathname).slice(1).toLowerCase();
}

function readPart(archive: WordPackage, part: string, listener: XmlListener): void {
  const entry = archive.entries.get(part);
  if (entry === undefined) return;
  const reader = createXmlReader(listener);
  readZipEntry(archive.bytes, entry, archive, (chunk) => reader.write(chunk));
  reader.end();
}

/** Checks the root element, because a spreadsheet or presentation has an officeDocument part too. */
function requireRoot(root: string, listener: XmlListener): XmlListener {
  let seen = false;
  return {
    open(name, attributes) {
      if (!seen && name !== root) throw notWord();
      seen = true;
      listener.open(name, attributes);
    },
    close: (name) => listener.close(name),
    text: (text) => listener.text(text),
  };
}

const failureOf =
  ({ limit }: UnpackBudget): ZipFailure =>
  (fault, cause) => {
    const details = {
      damaged: "The DOCX is damaged or incomplete; save it again in Word and upload that.",
      encrypted: "The DOCX is password-protected; remove the password and upload it again.",
      too_large: `The DOCX unpacks to more than ${formatBytes(limit)}; remove what it embeds or upload its text.`,
    };
    return new AppError("document_unreadable", details[fault], { cause });
  };

function notWord(): AppError {
  return new AppError(
    "unsupported_file_type",
    "The file is a ZIP archive but no Word document; upload a PDF, DOCX, HTML or TXT file.",
  );
}
