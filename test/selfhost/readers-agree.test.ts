import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as mails from "../support/mails.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { KnownNames } from "../../src/pipeline/imports/known-names.ts";
import { createLocalReaders } from "../../src/readers/local-readers.ts";
import type { Readers } from "../../src/readers/readers.ts";
import { makeDocx, paragraph, table } from "../support/documents/make-docx.ts";
import { line, makePdf } from "../support/documents/make-pdf.ts";
import {
  listOf,
  type OpenReaders,
  openReaders,
  READER_LIMITS,
  reasonOf,
} from "../support/node/reader-client.ts";

const local = createLocalReaders(READER_LIMITS);
let opened: OpenReaders;
beforeAll(async () => {
  opened = await openReaders();
});
afterAll(() => opened.close());

const index: ReleaseIndex = {
  release_id: 1,
  domain: "enterprise-attack",
  version: "18.1",
  tactics: [],
  campaigns: [],
  software: [],
  techniques: new Map(
    ["T1059", "T1566"].map((attack_id) => [
      attack_id,
      {
        attack_id,
        stix_id: `x-${attack_id}`,
        name: `Name of ${attack_id}`,
        tactics: ["execution"],
        platforms: [],
      },
    ]),
  ),
  splits: new Map(),
  former_names: new Map(),
  replacements: new Map([["T1086", "T1059"]]),
  inactive: new Map([["T1000", "deprecated"]]),
  groups: [
    { attack_id: "G0007", stix_id: "x", name: "APT28", aliases: ["Sofacy"], techniques: [] },
  ],
};
const names = new KnownNames([index]);

const utf8 = (text: string) => new TextEncoder().encode(text);
const MAIL = mails.bytesOf(
  mails.mail(
    mails.multipart("mixed", [
      mails.html("<p>Отчёт</p>"),
      mails.inner(mails.mail(mails.text("\xee\xf2\xf7\xb8\xf2", "windows-1251"))),
      mails.attached("a.docx", "application/msword", mails.docx("x")),
      mails.attached("a.exe", "application/octet-stream", "MZ"),
    ]),
  ),
);
const page = (text: string, contentType = "text/html") => ({ bytes: utf8(text), contentType });
const source = (bytes: Uint8Array) =>
  async function* open() {
    yield bytes;
  };
const json = (value: unknown) => source(utf8(JSON.stringify(value)));
const sent = { key: "k", filename: "a.json" };
const matrix = { version: null, key: "k", withRelease: true };
const study = { id: "AML.CS0001", name: "A study", procedure: [{ technique: "AML.T0001" }] };
const technique = { id: "AML.T0001", name: "One", tactics: ["AML.TA0001"] };
const parts = { version: "5.6.0", techniques: [technique], "case-studies": [study, 7] };
const report = (n: number, extra: object = {}) => ({
  type: "report",
  id: `report--${n}`,
  name: `Report ${n} of APT28`,
  description: "T1086, T1566",
  ...extra,
});
const loose = { type: "domain-name", id: "domain-name--1", value: "loose-host.xyz" };

const INPUTS: Record<string, (readers: Readers) => Promise<unknown>> = {
  PDF: (r) => r.document("a", { bytes: makePdf([line("Größe")]), filename: "a.pdf" }),
  DOCX: (r) => r.document("a", { bytes: makeDocx(paragraph("x")), filename: "Отчёт 100%.docx" }),
  "a PDF of two pages": (r) =>
    r.document("a", {
      bytes: makePdf([line("A heading"), [...line("More"), { x: 72, y: 700, text: "and more" }]]),
      filename: "a.pdf",
    }),
  "a DOCX with a table": (r) =>
    r.document("a", {
      bytes: makeDocx(`${paragraph("x")}${table([[paragraph("a"), paragraph("b")]])}`),
      filename: "a.docx",
    }),
  "a text with odd letters": (r) =>
    r.document("a", { bytes: utf8("a\u2028b\n\0c"), filename: "a.txt" }),
  "a file of no kind": (r) => r.document("a", { bytes: utf8("x"), filename: "a.exe" }),
  "an empty file": (r) => r.document("a", { bytes: utf8("  "), filename: "a.txt" }),
  HTML: (r) => r.html("a", page("<p>a&amp;b<div>c</i><script>d</script>")),
  "HTML that names its encoding": (r) =>
    r.html("a", {
      bytes: new Uint8Array([...utf8('<meta charset="windows-1251"><p>'), 0xcf]),
      contentType: "text/html",
    }),
  "HTML with headings, lists and tables": (r) =>
    r.html(
      "a",
      page(
        "<main><h1>a</h1><p>b</p><ul><li>c<ul><li>d</li></ul></li></ul><table><tr><th>e<td>f</table></main>",
      ),
    ),
  "an HTML file": (r) =>
    r.document("a", {
      bytes: utf8("<title>t</title><main><h1>a</h1><pre>b\n  c</pre><td>d<td>e</main>f"),
      filename: "Отчёт.html",
    }),
  "an HTML file without text": (r) =>
    r.document("a", { bytes: utf8("<script>a</script>"), filename: "a.htm" }),
  "a mail in a mail, with a document": (r) => r.mail("a", MAIL),
  "what is no mail": (r) => r.mail("a", utf8("x")),
  RSS: (r) =>
    r.feed(
      "a",
      page(
        "<rss><channel><title>t</title><item><title>x</title><link>/a</link></item><item><b></channel></rss>",
      ),
      "https://feeds.example/f",
    ),
  "what is no feed": (r) => r.feed("a", page("<html></html>"), "https://feeds.example/f"),
  "a layer": (r) =>
    r.navigator(
      "a",
      utf8(JSON.stringify({ name: "n", techniques: [{ techniqueID: "T1059", score: 3 }, 4] })),
    ),
  "a layer of another form": (r) => r.navigator("a", utf8('{"name": 3, "techniques": []}')),
  "a layer that is no JSON": (r) => r.navigator("a", utf8('{"name')),
  "a layer that is nested without end": (r) => r.navigator("a", utf8("[".repeat(100))),
  STIX: (r) =>
    listOf(
      r.stix(
        "a",
        json({ type: "bundle", objects: [report(1), report(2, { revoked: true }), loose, 3] }),
        names,
        sent,
      ),
    ),
  "what is no STIX": (r) => listOf(r.stix("a", json({ a: 1 }), names, sent)),
  "STIX that breaks off": (r) =>
    listOf(r.stix("a", source(utf8('{"type":"bundle","objects":[{')), names, sent)),
  "a sharing event": (r) =>
    listOf(
      r.sharingEvents(
        "a",
        json({
          info: "Sofacy",
          uuid: "u",
          Tag: [{ name: "x" }],
          Attribute: [{ type: "md5", value: "ab".repeat(16) }, {}],
        }),
        names,
      ),
    ),
  "what is no event": (r) => listOf(r.sharingEvents("a", json({}), names)),
  "a matrix in JSON": (r) => listOf(r.matrix("a", json(parts), names, matrix)),
  "a matrix in YAML": (r) =>
    listOf(
      r.matrix("a", source(utf8("name: x\nprocedure:\n- technique: AML.T0001\n")), names, matrix),
    ),
  "a matrix in YAML that is broken": (r) =>
    listOf(r.matrix("a", source(utf8("a: [b\n")), names, matrix)),
  "YAML that is nested without end": (r) =>
    listOf(r.matrix("a", source(utf8("- ".repeat(1_000))), names, matrix)),
  "what is no matrix": (r) =>
    listOf(r.matrix("a", json({ type: "bundle", objects: [] }), names, matrix)),
};

describe("readers in this process and in others", () => {
  it.each(Object.keys(INPUTS))("answer the same: %s", async (name) => {
    const read = async (readers: Readers) => await INPUTS[name]?.(readers).catch(reasonOf);
    const here = await read(local);
    expect(here).toBeDefined();
    expect(await read(opened.readers)).toEqual(here);
  });
});
