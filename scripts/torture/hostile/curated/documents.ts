import { zipSync } from "fflate";
import { makeDocx, packParts, paragraph } from "../../../../test/support/documents/make-docx.ts";
import { line, makeEncryptedPdf, makePdf } from "../../../../test/support/documents/make-pdf.ts";
import type { Sent } from "../send.ts";
import { bytes, form, json, post } from "./shapes.ts";

const PDF = Buffer.from(makePdf([line("The actor used T1059.001.")])).toString("latin1");
const pdf = (from: string | RegExp, to: string) => Buffer.from(PDF.replace(from, to), "latin1");
const ENTITIES = `<!DOCTYPE a [<!ENTITY a0 "x">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(9)}">`).join("")}]>`;
const EXTERNAL =
  '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % y SYSTEM "http://127.0.0.1/x"> %y;]>';
const document = (body: string, head = "") =>
  makeDocx("", {
    "word/document.xml": `<?xml version="1.0"?>${head}<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`,
  });

const FILES: [name: string, content: string | Uint8Array][] = [
  ["a.pdf", Buffer.from(PDF, "latin1")],
  ["a.pdf", Buffer.from(PDF, "latin1").subarray(0, 200)],
  ["a.pdf", "%PDF-1.7"],
  ["a.pdf", `%PDF-1.7\n${"1 0 obj << /Kids [1 0 R] >> endobj\n".repeat(2_000)}`],
  ["a.pdf", pdf("/Count 1", "/Count 999999999")],
  ["a.pdf", pdf("/Kids [4 0 R]", "/Kids [2 0 R]")],
  ["a.pdf", pdf("/Parent 2 0 R", "/Parent 4 0 R")],
  ["a.pdf", pdf("0 0 612 792", "-1e99 0 1e99 NaN")],
  ["a.pdf", pdf(/\/Length \d+/, "/Length 999999999")],
  ["a.pdf", pdf(/\/Length \d+/, "/Length 5 0 R")],
  ["a.pdf", pdf(/startxref\n\d+/, "startxref\n0")],
  ["a.pdf", pdf(/startxref\n\d+/, "startxref\n-1")],
  [
    "a.pdf",
    pdf("/Type /Catalog", "/OpenAction << /S /JavaScript /JS (app.alert(1)) >> /Type /Catalog"),
  ],
  ["a.pdf", pdf("/Encoding <<", "/Encoding << /Differences [0 /a 999999999 /b]")],
  ["a.pdf", makePdf(Array.from({ length: 600 }, (_, n) => line(`Page ${n}`)))],
  ["a.pdf", makePdf([line("(".repeat(50_000))])],
  ["a.pdf", makePdf([])],
  ["a.pdf", makeEncryptedPdf()],
  ["a.docx", makeDocx(paragraph("The actor used T1059.001."))],
  ["a.docx", makeDocx(paragraph("x")).subarray(0, 100)],
  ["a.docx", document(`<w:p><w:r><w:t>&a30;</w:t></w:r></w:p>`, ENTITIES)],
  ["a.docx", document(`<w:p><w:r><w:t>&x;</w:t></w:r></w:p>`, EXTERNAL)],
  ["a.docx", document("<w:p>".repeat(50_000))],
  ["a.docx", document("<w:tbl><w:tr><w:tc>".repeat(5_000))],
  ["a.docx", document("</w:p></w:body>")],
  ["a.docx", document("\u0000")],
  ["a.docx", document(`<w:p ${"a='b' ".repeat(50_000)}/>`)],
  ["a.docx", packParts({})],
  ["a.docx", packParts({ "word/document.xml": "x" })],
  [
    "a.docx",
    packParts({
      "_rels/.rels":
        '<Relationships><Relationship Target="file:///etc/passwd" Type="x/officeDocument"/></Relationships>',
    }),
  ],
  [
    "a.docx",
    packParts({
      "_rels/.rels":
        '<Relationships><Relationship Target="../../../x" TargetMode="External" Type="x/officeDocument"/></Relationships>',
    }),
  ],
  ["a.docx", zipSync({ "word/document.xml": new Uint8Array(30_000_000) }, { level: 9 })],
  ["a.html", "<".repeat(200_000)],
  ["a.html", "<div>".repeat(100_000)],
  ["a.html", `<table>${"<tr><td rowspan=65534 colspan=1000>".repeat(500)}`],
  ["a.html", "&#x1F600;".repeat(50_000)],
  ["a.html", "<meta charset=utf-7>+ADw-script+AD4-"],
  ["a.html", "<!--".repeat(50_000)],
  ["a.html", `<p ${'a="'.repeat(50_000)}`],
  ["a.html", `${ENTITIES}<p>&a30;`],
  ["a.html", "<iframe src=file:///etc/passwd><img src=http://127.0.0.1/>T1059"],
  ["a.txt", "\ufeff\ufffe"],
  ["a.txt", Buffer.from("Отчёт T1059", "utf16le")],
  ["a.txt", "\r".repeat(200_000)],
  ["a.txt", "T1059.001 ".repeat(20_000)],
  ["a.txt", "\u202e\u0000\u0007 The actor used T1059"],
  ["a.txt", "a".repeat(900_000)],
  ["a.txt", "hxxp[:]//a[.]b ".repeat(20_000)],
  ["a.txt", "攻击者使用了 PowerShell。".repeat(5_000)],
  ["a.exe", "MZ\u0090\u0000"],
  ["a", ""],
  ["a.pdf.html.docx", "%PDF<html>PK"],
];

const XML_FEEDS = [
  `<?xml version="1.0"?>${ENTITIES}<rss><channel><item><title>&a30;</title></item></channel></rss>`,
  `${EXTERNAL}<rss>&x;</rss>`,
];

const MAILS = [
  "",
  "\r\n",
  "no header at all",
  "Subject: a\r\n\r\nT1059",
  `Subject: ${"=?UTF-8?B?".repeat(5_000)}\r\n\r\nx`,
  "Subject: =?x-unknown?Q?=00=FF?=\r\n\r\nx",
  `${"X-A: b\r\n".repeat(50_000)}\r\nx`,
  `Content-Type: multipart/mixed; boundary=a\r\n\r\n${"--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n".repeat(500)}`,
  "Content-Type: multipart/mixed; boundary=\r\n\r\n--\r\n\r\nx\r\n----",
  `Content-Type: message/rfc822\r\n\r\n`.repeat(300),
  `Content-Transfer-Encoding: base64\r\n\r\n${"A".repeat(500_000)}`,
  `Content-Transfer-Encoding: base64\r\n\r\n!!!!`,
  `Content-Transfer-Encoding: quoted-printable\r\n\r\n${"=".repeat(100_000)}`,
  "Content-Type: text/html; charset=utf-7\r\n\r\n<script>",
  'Content-Type: application/pdf; name="../../a.pdf"\r\nContent-Disposition: attachment\r\n\r\n%PDF',
  `From: ${"(".repeat(20_000)}\r\n\r\nx`,
  `To: ${"a@b.invalid,".repeat(20_000)}\r\n\r\nx`,
  "Date: Fri, 99 Foo 0000 99:99:99 +9999\r\n\r\nT1059 was used by the actor.",
  "Subject: a\n b\n\tc\n\nThe actor used T1059.",
  "\u0000Subject: a\r\n\r\n\u0000",
];

/** Returns cases with invalid files, emails, feeds and bundles as reports. */
export function documentCases(): Sent[] {
  const imports = ["stix", "sharing_events", "misp", "ml_matrix", "atlas"];
  const broken = [
    "",
    "[",
    "null",
    "[]",
    '{"objects":7}',
    '{"type":"bundle","objects":[null,[],{}]}',
    '{"Event":[]}',
    "\u0000",
    ...XML_FEEDS,
  ];
  return [
    ...FILES.flatMap(([name, content]) => [
      form("/api/analyze", {}, name, content),
      form("/api/analyze/estimate", {}, name, content),
    ]),
    ...MAILS.map((mail) => post("/api/pipeline/intake/capture", mail, "message/rfc822")),
    ...imports.flatMap((kind) =>
      broken.map((body) => bytes(`/api/pipeline/import/${kind}?dry_run=true`, body)),
    ),
    ...broken.map((body) => bytes("/api/sync/bundles", body)),
    ...broken.map((body) => json("/api/layers/import", body)),
  ];
}
