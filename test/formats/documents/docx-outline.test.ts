import { describe, expect, it } from "vitest";
import { readDocx } from "../../../src/formats/documents/read-docx.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import {
  field,
  makeDocx,
  notesXml,
  pageXml,
  paragraph,
  relationships,
  run,
  styled,
  stylesXml,
  table,
  textBox,
} from "../../support/documents/make-docx.ts";
import { expectSound, showOutline } from "../../support/documents/show-outline.ts";

const BOLD = "<w:b/>";
const STYLES = stylesXml([
  ["1", "heading 1", '<w:outlineLvl w:val="0"/>'],
  ["berschrift2", "heading 2"],
  ["Titre3", "heading 3"],
  ["Titel", "Title"],
  ["Untertitel", "Subtitle"],
  ["a3", "Own Head", '<w:basedOn w:val="berschrift2"/>'],
  ["a4", "Numbered Head", '<w:pPr><w:outlineLvl w:val="7"/></w:pPr>'],
  ["TOC1", "toc 1"],
  ["TOCHeading", "TOC Heading", '<w:basedOn w:val="1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'],
  ["ListParagraph", "List Paragraph"],
  ["ListBullet2", "List Bullet 2", '<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>'],
  ["Caption", "caption"],
  ["HTML", "HTML Preformatted"],
  ["PlainText", "Plain Text"],
  ["loop", "Loop", '<w:basedOn w:val="pool"/>'],
  ["pool", "Pool", '<w:basedOn w:val="loop"/>'],
]);

function outline(body: string, parts: Record<string, string> = {}): string[] {
  const read = readDocx(makeDocx(body, { "word/styles.xml": STYLES, ...parts }), LIMITS);
  expectSound(read);
  return showOutline(read);
}

describe("the outline of a DOCX", () => {
  it("has headings by the name of their style, whatever its id, and by their outline level", () => {
    const body = [
      styled({ style: "Titel" }, "Annual report."),
      styled({ style: "Untertitel" }, "of the second year"),
      styled({ style: "1" }, "REFERENCES, AND WHERE TO READ MORE."),
      styled({ style: "berschrift2" }, `How they came in: ${"a long heading ".repeat(20)}end`),
      styled({ style: "Titre3" }, "Рекомендации по защите"),
      styled({ style: "a3" }, "检测与缓解措施。"),
      styled({ style: "a4" }, "Deep"),
      styled({ outline: 1 }, "By its own level"),
      styled({ style: "1", list: [7, 0] }, "Numbered as in law"),
      styled({ style: "1" }, "Divided\nby a line break"),
      styled({ style: "1" }, ""),
      styled({ style: "loop", outline: 9 }, "Text of a circle of styles"),
      styled({ style: "unknown" }, "Text of no style"),
    ].join("");
    expect(outline(body)).toEqual([
      "heading1: Annual report.",
      "heading2: of the second year",
      "heading1: REFERENCES, AND WHERE TO READ MORE.",
      `heading2: How they came in: ${"a long heading ".repeat(20)}end`,
      "heading3: Рекомендации по защите",
      "heading2: 检测与缓解措施。",
      "heading6: Deep",
      "heading2: By its own level",
      "heading1: Numbered as in law",
      "heading1: Divided⏎by a line break",
      "paragraph: Text of a circle of styles",
      "paragraph: Text of no style",
    ]);
  });

  it("takes a table of contents for text, and its title for a heading", () => {
    const body = [
      styled({ style: "TOCHeading" }, "Inhalt"),
      styled({ style: "TOC1" }, "Summary<w:tab/>".replace("<w:tab/>", " 3")),
      styled({ style: "Caption" }, run("Figure ") + field("SEQ Figure", run("1")) + run(": Flow")),
    ].join("");
    expect(outline(body)).toEqual([
      "heading1: Inhalt",
      "paragraph: Summary 3",
      "paragraph: Figure 1: Flow",
    ]);
  });

  it("has list items by numbering, nested by level or by the name of their style", () => {
    const body = [
      styled({ style: "ListParagraph", list: [1, 0] }, "First:\nmore of it"),
      styled({ style: "ListParagraph", list: [1, 2] }, "Deep"),
      styled({ list: [1] }, "Without a level"),
      styled({ style: "ListBullet2" }, "By style"),
      styled({ style: "ListBullet2", list: [0] }, "Taken out"),
      styled({ style: "ListParagraph" }, "Only indented"),
    ].join("");
    expect(outline(body)).toEqual([
      "item1: First:⏎more of it",
      "item3: Deep",
      "item1: Without a level",
      "item2: By style",
      "paragraph: Taken out",
      "paragraph: Only indented",
    ]);
  });

  it("has rows with their cells, empty and spanning ones too", () => {
    const wide = `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph("Initial access")}`;
    const body = table([
      [paragraph("Tactic"), paragraph("Technique"), paragraph("Use")],
      [wide, paragraph("Mail.") + paragraph("Then a link.")],
      ["<w:p/>", styled({ style: "1" }, "T1003"), styled({ list: [1] }, "Dump")],
      ["<w:p/>", "<w:p/>", "<w:p/>"],
    ]);
    expect(outline(paragraph("Before") + body + paragraph("After"))).toEqual([
      "paragraph: Before",
      "row: Tactic | Technique | Use",
      "row: Initial access |  | Mail.⏎Then a link.",
      "row:  | T1003 | Dump",
      "paragraph: After",
    ]);
  });

  it("looks into tables that only lay out", () => {
    const box = table([[styled({ style: "1" }, "Key points")]]);
    const framed = table([[paragraph("One") + paragraph("Two")]]);
    const columns = table([
      [
        styled({ style: "1" }, "Left") + paragraph("Text"),
        styled({ list: [1] }, "a") + styled({ list: [1] }, "b"),
      ],
      [paragraph("x"), paragraph("y")],
    ]);
    const nested = table([
      [`${paragraph("Outer")}${table([[paragraph("k"), paragraph("v")]])}<w:p/>`, paragraph("z")],
    ]);
    expect(outline(box + framed + columns + nested)).toEqual([
      "heading1: Key points",
      "paragraph: One",
      "paragraph: Two",
      "heading1: Left",
      "paragraph: Text",
      "item1: a",
      "item1: b",
      "row: x | y",
      "paragraph: Outer",
      "row: k | v",
      "paragraph: z",
    ]);
  });

  it("has code by style, line by line, but not prose in the style of plain text", () => {
    const body = [
      styled({ style: "HTML" }, "rule a {"),
      styled({ style: "HTML" }, ""),
      styled({ style: "HTML" }, "  strings:\n    $a = 1"),
      styled({ style: "PlainText" }, "The actors sent their mail to the users of the bank."),
      styled({ style: "PlainText" }, "whoami /all"),
    ].join("");
    expect(outline(body)).toEqual([
      "code: rule a {⏎⏎  strings:⏎    $a = 1",
      "paragraph: The actors sent their mail to the users of the bank.",
      "code: whoami /all",
    ]);
  });

  it("keeps text boxes out of the sentence that they are drawn beside", () => {
    const chart = `<w:r><w:drawing><a:txBody><a:p><a:r><a:t>Phishing 40%</a:t></a:r></a:p></a:txBody></w:drawing></w:r>`;
    const inner = paragraph("T1071.001 - Web Protocols") + styled({ style: "1" }, "Aside");
    const body = [
      `<w:p>${run("The actors used ")}${textBox(inner)}${run("web shells.")}</w:p>`,
      `<w:p>${chart}${run("They left.")}</w:p>`,
      table([[`<w:p>${run("a")}${textBox(paragraph("b"))}</w:p>`, paragraph("c")]]),
      `<w:p>${textBox(table([[paragraph("k"), paragraph("v")]]) + "<w:p/>")}</w:p>`,
    ].join("");
    expect(outline(body)).toEqual([
      "paragraph: The actors used web shells.",
      "paragraph: T1071.001 - Web Protocols",
      "heading1: Aside",
      "paragraph: They left.",
      "paragraph: Phishing 40%",
      "row: a⏎b | c",
      "row: k | v",
    ]);
  });

  it("divides a paragraph at line breaks that end a label or a sentence, not where a line wraps", () => {
    const broken = (...runs: string[]) => `<w:p>${runs.join("")}</w:p>`;
    const body = [
      broken(run("Initial Access\n", BOLD), run("The actors sent mail to\nusers of the bank")),
      broken(run("Initial Access\nThe actors sent mail.\nThey waited for the\nGroup of three")),
      broken(run("and sent mail\n• one of\nthem\n2) two")),
      broken(run("The actors sent\n", BOLD), run("mail to the bank")),
      broken(run("one line"), '<w:r><w:br w:type="page"/></w:r>', run("of the next page")),
      broken(run("Angreifer verwendeten in diesem Fall vor allem Werkzeuge\nMicrosofts")),
    ].join("");
    expect(outline(body)).toEqual([
      "paragraph: Initial Access",
      "paragraph: The actors sent mail to⏎users of the bank",
      "paragraph: Initial Access",
      "paragraph: The actors sent mail.",
      "paragraph: They waited for the⏎Group of three",
      "paragraph: and sent mail",
      "paragraph: • one of⏎them",
      "paragraph: 2) two",
      "paragraph: The actors sent⏎mail to the bank",
      "paragraph: one line",
      "paragraph: of the next page",
      "paragraph: Angreifer verwendeten in diesem Fall vor allem Werkzeuge⏎Microsofts",
    ]);
  });

  it("has headers, footers and watermarks once each, behind the notes, without page numbers", () => {
    const watermark =
      '<w:p><w:r><w:pict><v:shape><v:textpath string="LICENSED TO A B"/></v:shape></w:pict></w:r></w:p>';
    const simple = `<w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple>`;
    const parts = {
      "word/_rels/document.xml.rels": relationships([
        ["styles", "styles.xml"],
        ["header", "h1.xml"],
        ["header", "h2.xml"],
        ["footer", "f1.xml"],
        ["footnotes", "footnotes.xml"],
      ]),
      "word/h1.xml": pageXml("hdr", styled({ style: "Titel" }, "Annual report") + watermark),
      "word/h2.xml": pageXml(
        "hdr",
        paragraph("Annual  report") + paragraph("TLP:AMBER") + watermark,
      ),
      "word/f1.xml": pageXml(
        "ftr",
        `<w:p>${run("Page ")}${field("PAGE \\* MERGEFORMAT", run("12"))}${run(" of ")}${simple}</w:p><w:p>${simple}</w:p>`,
      ),
      "word/footnotes.xml": notesXml("footnotes", paragraph("A note.")),
    };
    const body = styled({ style: "Titel" }, "Annual report") + paragraph("Text.");
    expect(outline(body, parts)).toEqual([
      "heading1: Annual report",
      "paragraph: Text.",
      "paragraph: A note.",
      "furniture: Annual report",
      "furniture: LICENSED TO A B",
      "furniture: TLP:AMBER",
      "furniture: Page of",
    ]);
    expect(
      outline("<w:p/>", { ...parts, "word/footnotes.xml": notesXml("footnotes", "") }),
    ).toEqual([]);
  });
});

describe("addresses in a DOCX", () => {
  const parts = {
    "word/_rels/document.xml.rels": relationships([
      ["hyperlink", "http://a.example/path/file.php"],
    ]),
  };
  const link = (text: string) => `<w:p><w:hyperlink r:id="rId0">${run(text)}</w:hyperlink></w:p>`;

  it("are joined where the link that they are says so", () => {
    const byField = field('HYPERLINK "http://b.example/one"', run("b.example/\none"));
    expect(
      outline(
        table([[link("http://a.example/\npath/ file.php"), `<w:p>${byField}</w:p>`]]) +
          link("the file\nof the bank"),
        parts,
      ),
    ).toEqual([
      "row: http://a.example/path/file.php | b.example/one",
      "paragraph: the file⏎of the bank",
    ]);
  });

  it("are joined where none ends so", () => {
    expect(outline(styled({}, "See hxxps[:]//a.example/in.php?id=\n77&amp;\nx=1\nThen"))).toEqual([
      "paragraph: See hxxps[:]//a.example/in.php?id=77&x=1",
      "paragraph: Then",
    ]);
    expect(outline(styled({}, "http://a.example/\nb.example"))).toEqual([
      "paragraph: http://a.example/⏎b.example",
    ]);
    expect(outline(styled({}, "http://a.example/?q=\nhttp://b.example"))[0]).toContain("⏎http://b");
  });

  it("lose what cannot be seen, and have plain hyphens", () => {
    const runs = [run("http://my\u00ad-"), run("\u200b"), run("site\u2060.exam\ufeffple/a\u2011b")];
    expect(outline(`<w:p>${runs.join("")}<w:r><w:softHyphen/></w:r></w:p>`)).toEqual([
      "paragraph: http://my-site.example/a-b",
    ]);
    expect(outline(paragraph("สวัสดี\u200bครับ"))).toEqual(["paragraph: สวัสดี\u200bครับ"]);
  });
});
