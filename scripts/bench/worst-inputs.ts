import { deflateSync } from "node:zlib";
import { parseSettings } from "../../src/settings.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import { edgeLimits, type ReaderLimits } from "../../src/readers/limits.ts";
import type { Readers } from "../../src/readers/readers.ts";
import { denseSharingEvent, denseStixBundle } from "../../test/support/node/large-imports.ts";
import { makeDocx } from "../../test/support/documents/make-docx.ts";

const MIB = 2 ** 20;

/** The limits of an isolate. */
export const LIMITS: ReaderLimits = edgeLimits(parseSettings({}));

/** Reads an input to its end. */
export type Reading = (readers: Readers) => Promise<unknown>;

const { document, html, feed, navigator, yaml, json, stix } = LIMITS;

const INDEX: ReleaseIndex = {
  release_id: 1,
  domain: "enterprise-attack",
  version: "1.0",
  tactics: [],
  campaigns: [],
  software: [],
  techniques: new Map(),
  splits: new Map(),
  former_names: new Map(),
  replacements: new Map(),
  inactive: new Map(),
  groups: [],
};
const names = new KnownNames([INDEX]);

/** Returns this many bytes of a repeated text. */
function fill(unit: string, bytes: number): Uint8Array {
  const one = Buffer.from(unit);
  return Buffer.concat(Array.from({ length: Math.floor(bytes / one.length) }, () => one));
}

const page = (unit: string, bytes = html.maxBytes): Reading => {
  const few =
    Math.floor((html.maxTags - 1) / Math.max(1, unit.split("<").length - 1)) * unit.length;
  const sent = { bytes: fill(unit, Math.min(bytes, few)), contentType: "text/html" };
  return async (readers) => await readers.html("bench", sent);
};

/** Returns a feed of repeated items, or of one, of the maximum size. */
const feedOf = (unit: string, count = Math.floor((feed.maxBytes - 200) / unit.length)): Reading => {
  const marks = Math.floor((feed.maxTags - 20) / Math.max(1, unit.split("<").length - 1));
  const text = `<rss><channel><title>f</title>${unit.repeat(Math.min(count, marks))}</channel></rss>`;
  const sent = { bytes: Buffer.from(text), contentType: "" };
  return async (readers) => await readers.feed("bench", sent, "https://feeds.example/");
};
const item = (body: string) => `<item><title>x</title><description>${body}</description></item>`;

const upload = (bytes: Uint8Array, filename: string): Reading => {
  // Libraries take over a buffer, so it must not come from a pool.
  const sent = new Uint8Array(bytes);
  return async (readers) => await readers.document("bench", { bytes: sent, filename });
};

/** Returns a PDF of one page whose content inflates to this many bytes. */
function pdf(unit: string, unfolded: number): Uint8Array {
  const content = deflateSync(Buffer.concat([Buffer.from("BT /F1 1 Tf "), fill(unit, unfolded)]));
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
  ].map((text, i) => Buffer.from(`${i + 1} 0 obj\n${text}\nendobj\n`));
  const head = Buffer.from(
    `5 0 obj\n<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`,
  );
  const end = Buffer.from("\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n");
  return Buffer.concat([Buffer.from("%PDF-1.4\n"), ...objects, head, content, end]);
}

const matrixOf = (bytes: Uint8Array): Reading => {
  const options = { version: null, key: "bench", withRelease: true };
  return async (readers) => await drain(readers.matrix("bench", source(bytes), names, options));
};
const stixOf = (make: () => Uint8Array): Reading => {
  const bytes = make();
  return async (readers) =>
    await drain(readers.stix("bench", source(bytes), names, { key: "bench", filename: null }));
};
const layerOf = (techniques: string): Reading => {
  const bytes = Buffer.from(`{"name":"x","techniques":[${techniques}]}`);
  return async (readers) => await readers.navigator("bench", bytes);
};
const repeated = (unit: (i: number) => string, count: number) =>
  Array.from({ length: count }, (_, i) => unit(i)).join(",");

function source(bytes: Uint8Array) {
  return async function* open(): AsyncGenerator<Uint8Array> {
    // In pieces, as from storage.
    for (let at = 0; at < bytes.length; at += 512 * 1024) yield bytes.subarray(at, at + 512 * 1024);
  };
}

async function drain(values: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of values) count += 1;
  return count;
}

const bundle = (objects: string) => Buffer.from(`{"type":"bundle","objects":[${objects}]}`);
const large = json.maxBytes - MIB;

/** The most expensive inputs within the limits of an isolate, by reader. */
export const WORST: Readonly<Record<string, () => Reading>> = {
  "PDF, content that unfolds, text shown": () =>
    upload(pdf("(abcdefgh) Tj ", document.maxUnpackedBytes - 99), "a.pdf"),
  "PDF, content that unfolds, numbers": () =>
    upload(pdf("1 ", document.maxUnpackedBytes - 99), "a.pdf"),
  "PDF, bytes of nothing": () =>
    upload(
      Buffer.concat([Buffer.from("%PDF-1.4\n"), fill("1 0 obj << >> ", document.maxBytes - 20)]),
      "a.pdf",
    ),
  "DOCX, empty paragraphs": () =>
    upload(makeDocx("<w:p/>".repeat((document.maxUnpackedBytes - 9_999) / 6)), "a.docx"),
  "TXT, short lines": () => upload(fill("a\r\n", document.maxTextChars), "a.txt"),
  "HTML, elements left open": () => page("<div></i>"),
  "HTML, elements inside elements": () => page("<a>"),
  "HTML, attributes": () => page(`<a ${"b=c ".repeat(400)}>`),
  "HTML, entities": () => page("&amp;"),
  "HTML, hidden": () => page("<script><!-- "),
  "HTML, lines": () => page("a \n"),
  "HTML, cells": () => page("<td>a"),
  "HTML, what is called furniture": () => page("<div class=related>a"),
  "feed, items": () => feedOf(item("")),
  "feed, elements in one item": () => feedOf(item("<b>a</b>".repeat(29_000)), 1),
  "feed, HTML left open in items": () => feedOf(item("&lt;div&gt;&lt;/i&gt;".repeat(12_000))),
  "feed, entities": () => feedOf(item("&amp;amp;".repeat(50_000))),
  "feed, attributes": () => feedOf(`<item ${'a="b" '.repeat(300)}/>`),
  "YAML, list of letters": () =>
    matrixOf(fill("- a\n", Math.min(yaml.maxBytes, (yaml.maxTokens / 5) * 4))),
  "YAML, keys of one map": () =>
    matrixOf(
      Buffer.from(Array.from({ length: yaml.maxTokens / 7 }, (_, i) => `k${i}: a\n`).join("")),
    ),
  "YAML, lists in brackets": () =>
    matrixOf(Buffer.from(`techniques: [${"[],".repeat(yaml.maxTokens / 4)}]`)),
  "YAML, one text": () => matrixOf(Buffer.from(`name: "${"a ".repeat(yaml.maxBytes / 2 - 10)}"`)),
  "STIX, small objects": () =>
    stixOf(() => bundle(repeated((i) => `{"type":"note","id":"note--${i}"}`, stix.maxObjects - 2))),
  "STIX, one text": () =>
    stixOf(() =>
      bundle(
        `{"type":"note","id":"note--1","content":"${"é".repeat(json.maxValueBytes / 2 - 99)}"}`,
      ),
    ),
  "STIX, one object of lists": () =>
    stixOf(() => bundle(`{"type":"note","id":"note--1","x":[${"[],".repeat(124_000)}0]}`)),
  "STIX, relationships alone": () => stixOf(() => denseStixBundle("dense", stix.maxObjects * 215)),
  "sharing event, all in one": () => {
    const bytes = denseSharingEvent("dense", large);
    return async (readers) => await drain(readers.sharingEvents("bench", source(bytes), names));
  },
  "Navigator, entries that unfold": () =>
    layerOf(
      repeated(
        (i) =>
          `{"techniqueID":"T${1000 + (i % 9000)}${i % 2 ? ".001" : ""}","showSubtechniques":true}`,
        20_000,
      ),
    ),
  "Navigator, metadata": () =>
    layerOf(
      `{"techniqueID":"T1059","metadata":[${repeated(() => '{"name":"a","value":1}', Math.min(80_000, navigator.maxValues / 4))}]}`,
    ),
};
