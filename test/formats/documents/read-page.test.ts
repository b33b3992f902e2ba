import { describe, expect, it } from "vitest";
import { extractDocument } from "../../../src/formats/documents/extract-document.ts";
import { readPage } from "../../../src/formats/documents/page/read-page.ts";
import { failureOf } from "../../support/documents/failure.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import {
  ARTICLE,
  ARTICLE_OUTLINE,
  ARTICLE_TEXT,
  PAGES,
} from "../../support/documents/make-page.ts";
import { printOutline } from "../../support/documents/print-outline.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("the article of a page", () => {
  it.each(Object.entries(PAGES))("is read without what stands around it: %s", (_shape, html) => {
    const { text, blocks, title } = readPage(html);
    expect(text).not.toContain("NOISE");
    expect(text.split("KEPT")).toHaveLength(html.split("KEPT").length);
    expect(text.startsWith("Two banks breached\n\n")).toBe(true);
    expect(title).toBe("Two banks breached");
    // A table around it sets paragraphs closer.
    const lines = (whole: string) => whole.split(/\n+/).filter((line) => line !== "");
    expect(lines(text).join("\n")).toContain(lines(ARTICLE_TEXT).join("\n"));
    const outline = printOutline({ text, blocks });
    expect(outline[0]).toBe(ARTICLE_OUTLINE[0]);
    expect(outline.join("\n")).toContain(ARTICLE_OUTLINE.slice(1).join("\n"));
  });

  it("keeps the lines of headings, lists, tables and code", () => {
    expect(readPage(`<article>${ARTICLE}</article>`).text).toBe(ARTICLE_TEXT);
  });

  it("is all that is to be seen where there is none", () => {
    const menu = "<ul><li><a>One</a><li><a>Two</a><li><a>T1059 Three</a></ul>";
    expect(readPage(`<div class="sidebar">evil[.]top</div>${menu}`).text).toBe(
      "evil[.]top\n\nOne\nTwo\nT1059 Three",
    );
    expect(readPage("").text).toBe("");
    expect(readPage("no tags at all").text).toBe("no tags at all");
  });

  it("leaves out what a style makes unreadable", () => {
    const hidden = [
      "font-size:1px",
      "color:#fff;background:#ffffff",
      "background: white; color: white",
    ]
      .map((style) => `<p style="${style}">NOISE T1486</p>`)
      .join("");
    const kept = '<p style="font-size:12px;color:#fff;background:#000">KEPT</p>';
    const { text } = readPage(`<article>${ARTICLE}${hidden}${kept}</article>`);
    expect(text).not.toContain("NOISE");
    expect(text).toContain("KEPT");
  });

  it("keeps a list of techniques that are links", () => {
    const ids =
      "<ul><li><a>T1059 Scripting</a><li><a>T1566 Phishing</a><li><a>T1003 Dumping</a></ul>";
    expect(readPage(`<div>${ARTICLE}${ids}</div>`).text).toContain("T1566 Phishing\nT1003");
  });

  it("keeps what an article holds in boxes, tabs and cells", () => {
    const kept = [
      "<aside><p>KEPT callout</p></aside>",
      "<div role=tabpanel hidden><p>KEPT tab</p></div>",
      "<header><p>KEPT summary</p></header>",
      "<h3><button>KEPT unfolds</button></h3>",
      "<h2>Related malware KEPT</h2><h2>Read more about KEPT</h2>",
      "<table><tr><td class=comments>KEPT cell</td></tr></table>",
    ].join("");
    const left = "<aside class=related><p>NOISE</p></aside><button>NOISE</button>";
    const { text } = readPage(`<article>${ARTICLE}${kept}${left}</article><aside>NOISE</aside>`);
    expect(text.split("KEPT")).toHaveLength(8);
    expect(text).not.toContain("NOISE");
  });

  it("is not taken for furniture, whatever its elements are called", () => {
    const { text } = readPage(
      `<div class="sidebar content"><p>${"The actor ran a tool. ".repeat(9)}</p></div>`,
    );
    expect(text).toContain("The actor ran a tool.");
  });

  it("is called by what its page says to others, by its title, or by its only heading", () => {
    const meta = '<meta property="og:title" content="Shared &amp; seen">';
    expect(readPage(`<head><title>a</title>${meta}</head>x`).title).toBe("Shared & seen");
    expect(readPage("<title>\n In the\n bar </title>x").title).toBe("In the bar");
    expect(readPage("<h1>Only this</h1>x").title).toBe("Only this");
    expect(readPage("<h1>One</h1><h1>Two</h1>x").title).toBe("");
  });
});

describe("a page as it is uploaded", () => {
  const extract = async (bytes: Uint8Array, filename = "page.html") =>
    await extractDocument({ bytes, filename }, LIMITS);

  it("has its media type, text and title", async () => {
    const page = utf8(`<title>Two banks breached</title><article>${ARTICLE}</article>`);
    const { blocks, ...document } = await extract(page);
    expect(document).toEqual({
      media_type: "text/html",
      text: `Two banks breached\n\n${ARTICLE_TEXT}`,
      pages: null,
      title: "Two banks breached",
    });
    expect(printOutline({ ...document, blocks })).toEqual(ARTICLE_OUTLINE);
  });

  // "Злоумышленники" in windows-1251, "攻击者" in gb18030.
  it.each([
    [
      "windows-1251",
      [199, 235, 238, 243, 236, 251, 248, 235, 229, 237, 237, 232, 234, 232],
      "Злоумышленники",
    ],
    ["gb18030", [185, 165, 187, 247, 213, 223], "攻击者"],
  ])("is decoded by its own declaration: %s", async (charset, bytes, text) => {
    const page = [...utf8(`<html><meta charset="${charset}"><p>`), ...bytes, ...utf8("</p>")];
    expect((await extract(new Uint8Array(page))).text).toBe(text);
  });

  it("is read where it declares an encoding that it is not in, or none that there is", async () => {
    for (const charset of ["windows-1251", "utf-16", "nonsense", "utf-7"]) {
      const page = utf8(`<html><meta charset="${charset}"><p>Größe 攻击者</p>`);
      expect((await extract(page)).text).toBe("Größe 攻击者");
    }
    const wide = new Uint8Array(
      Uint16Array.from("\uFEFF<html><p>攻击者", (c) => c.charCodeAt(0)).buffer,
    );
    expect((await extract(wide)).text).toBe("攻击者");
  });

  it("without text is empty", async () => {
    const failure = await failureOf(async () => await extract(utf8("<html><script>a</script>")));
    expect(failure.code).toBe("document_empty");
  });
});

it("reads what is nested without end, and what closes nothing, in one pass", () => {
  const deep = 200_000;
  for (const [opening, closing] of [
    ["<div>", "</i>"],
    ["<div class='comments'>", "</p>"],
    ["<article>", "</div>"],
    ["<table><tr><td>", "</x>"],
    ["<h2><a>", "</h2>"],
  ] as const) {
    const { text } = readPage(`${opening.repeat(deep)}${closing.repeat(deep)}<p>evil[.]top`);
    expect(text.endsWith("evil[.]top")).toBe(true);
  }
});

it("leaves empty cells their place between others", () => {
  const rows = "<tr><th>Name<th>MD5<th>Note<tr><td>a<td><td>b<tr><td>c<td><td><tr><td>d<td>e<td>f";
  expect(readPage(`<table>${rows}</table>`).text).toBe("Name\tMD5\tNote\na\t\tb\nc\nd\te\tf");
});
