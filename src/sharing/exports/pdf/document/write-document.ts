import {
  PDFArray,
  PDFContext,
  type PDFDict,
  PDFHexString,
  type PDFRef,
  PDFStreamWriter,
  PDFString,
} from "@cantoo/pdf-lib";
import { toHex } from "../../../../platform/lib/to-hex.ts";
import type { EmbeddedFont } from "../fonts/embedded-font.ts";
import { type Canvas, type Link, PAGE, type Place } from "./canvas.ts";

/** An entry of the bookmarks that viewers show next to the pages. */
export interface Bookmark {
  title: string;
  place: Place;
  children: Bookmark[];
}

export interface Metadata {
  title: string;
  subject: string;
  author: string;
  producer: string;
  /** ISO 8601; null if the content has no time. */
  created: string | null;
}

export interface PdfContent {
  pages: readonly Canvas[];
  fonts: readonly EmbeddedFont[];
  bookmarks: readonly Bookmark[];
  metadata: Metadata;
}

type Destinations = (place: Place) => PDFArray;

/** Returns the bytes of a PDF 1.7 file. They depend only on the content, without clock or randomness. */
export async function writeDocument(content: PdfContent): Promise<Uint8Array> {
  const context = PDFContext.create();
  const pageTree = context.nextRef();
  const pageRefs = content.pages.map(() => context.nextRef());
  const refOf = new Map(content.pages.map((page, index) => [page, pageRefs[index]]));
  const destination: Destinations = ({ page, top }) =>
    context.obj([refOf.get(page) ?? null, "XYZ", null, round(PAGE.height - top + 4), null]);
  const fonts = content.fonts.map((font) => [font.resourceName, font.write(context)] as const);
  const resources = context.register(context.obj({ Font: Object.fromEntries(fonts) }));
  content.pages.forEach((page, index) => {
    const dict = pageDict(context, page, destination);
    dict.set(context.obj("Parent"), pageTree);
    dict.set(context.obj("Resources"), resources);
    context.assign(pageRefs[index] ?? context.nextRef(), dict);
  });
  context.assign(
    pageTree,
    context.obj({ Type: "Pages", Kids: pageRefs, Count: content.pages.length }),
  );
  const catalog = context.obj({
    Type: "Catalog",
    Pages: pageTree,
    Outlines: writeBookmarks(context, content.bookmarks, destination),
    PageMode: "UseOutlines",
    Lang: PDFString.of("en"),
    ViewerPreferences: { DisplayDocTitle: true },
  });
  context.trailerInfo.Root = context.register(catalog);
  context.trailerInfo.Info = context.register(describe(context, content.metadata));
  context.trailerInfo.ID = await identify(context, content);
  return await PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

const round = (value: number) => Math.round(value * 100) / 100;

function pageDict(context: PDFContext, page: Canvas, destination: Destinations): PDFDict {
  const annotations = page.links.map((link) =>
    context.register(linkAnnotation(context, link, destination)),
  );
  return context.obj({
    Type: "Page",
    MediaBox: [0, 0, PAGE.width, PAGE.height],
    Contents: page.streams.map((bytes) =>
      context.register(context.stream(bytes, { Filter: "FlateDecode" })),
    ),
    ...(annotations.length > 0 ? { Annots: annotations } : {}),
  });
}

function linkAnnotation(context: PDFContext, link: Link, destination: Destinations): PDFDict {
  const [left, top, width, height] = link.box;
  const bottom = PAGE.height - top - height;
  const leadsTo =
    "url" in link
      ? { A: { S: "URI", URI: PDFString.of(link.url) } }
      : { Dest: destination(link.place) };
  return context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [left, bottom, left + width, bottom + height].map(round),
    Border: [0, 0, 0],
    ...leadsTo,
  });
}

/** Writes the tree of bookmarks (PDF 1.7, section 12.3.3) and returns its root. */
function writeBookmarks(
  context: PDFContext,
  bookmarks: readonly Bookmark[],
  destination: Destinations,
): PDFRef {
  const root = context.nextRef();
  const writeLevel = (entries: readonly Bookmark[], parent: PDFRef): object => {
    const refs = entries.map(() => context.nextRef());
    entries.forEach(({ title, place, children }, index) => {
      const ref = refs[index];
      if (ref === undefined) return;
      const item = context.obj({
        Title: PDFHexString.fromText(title),
        Parent: parent,
        Dest: destination(place),
        ...(index > 0 ? { Prev: refs[index - 1] } : {}),
        ...(index + 1 < refs.length ? { Next: refs[index + 1] } : {}),
        // A negative count collapses the level below.
        ...(children.length > 0 ? writeLevel(children, ref) : {}),
        ...(children.length > 0 ? { Count: -children.length } : {}),
      } as never) as unknown as PDFDict;
      context.assign(ref, item);
    });
    return refs.length > 0 ? { First: refs[0], Last: refs.at(-1) } : {};
  };
  const ends = writeLevel(bookmarks, root);
  const dict = context.obj({ Type: "Outlines", Count: bookmarks.length, ...ends } as never);
  context.assign(root, dict);
  return root;
}

function describe(context: PDFContext, metadata: Metadata): PDFDict {
  const { title, subject, author, producer, created } = metadata;
  const date = created === null ? null : PDFString.fromDate(new Date(created));
  return context.obj({
    Title: PDFHexString.fromText(title),
    Subject: PDFHexString.fromText(subject),
    Author: PDFHexString.fromText(author),
    Creator: PDFHexString.fromText(author),
    Producer: PDFHexString.fromText(producer),
    ...(date === null ? {} : { CreationDate: date, ModDate: date }),
  });
}

/** Returns the file's identifier (PDF 1.7, section 14.4): the same for the same content, in both parts. */
async function identify(context: PDFContext, content: PdfContent): Promise<PDFArray> {
  const metadata = new TextEncoder().encode(JSON.stringify(content.metadata));
  const parts = [metadata, ...content.pages.flatMap(({ streams }) => streams)];
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  const hex = PDFHexString.of(toHex(digest.slice(0, 16)));
  const array = PDFArray.withContext(context);
  array.push(hex);
  array.push(hex);
  return array;
}
