import { describe, expect, it } from "vitest";
import {
  classifySections,
  type SectionKind,
} from "../../../src/text/sections/classify-sections.ts";
import { headingPart, itemPart, outlineOf, type Part } from "../../support/text/outline-of.ts";
import { processorMs } from "../../support/node/processor-time.ts";

const INTRODUCTION =
  "In the spring of 2031 the group entered the networks of two ministries and one utility.";
const REST = "Macros with a signature of the company are the only ones that run.";

/** The kinds of the blocks behind the introduction. */
function kindsOf(...parts: (Part | string)[]): SectionKind[] {
  const sections = classifySections(outlineOf([INTRODUCTION, ...parts]));
  return sections.slice(1).map(({ kind }) => kind);
}

/** Headings of each kind in seven languages and two more. */
const HEADINGS: Readonly<Record<Exclude<SectionKind, "body">, readonly string[]>> = {
  advice: [
    "recommendations",
    "mitigations for administrators",
    "what organizations can do: recommendations",
    "empfehlungen",
    "gegenmaßnahmen",
    "recommandations",
    "contre-mesures",
    "recomendaciones",
    "medidas de protección",
    "рекомендации",
    "меры защиты",
    "防护建议",
    "缓解措施",
    "推奨事項",
    "recomendações",
    "raccomandazioni",
  ],
  detection: [
    "detection",
    "hunting queries",
    "yara rules",
    "erkennung",
    "détection",
    "detección",
    "обнаружение",
    "检测规则",
    "検知ルール",
    "detecção",
    "rilevamento",
  ],
  indicators: [
    "indicators of compromise",
    "iocs",
    "kompromittierungsindikatoren",
    "indicateurs de compromission",
    "indicadores de compromiso",
    "индикаторы компрометации",
    "失陷指标",
    "侵害指標",
    "indicadores de comprometimento",
    "indicatori di compromissione",
  ],
  references: [
    "references",
    "references, and where to read more",
    "further reading",
    "quellen",
    "références",
    "referencias",
    "источники",
    "参考资料",
    "参考文献",
    "referências",
    "riferimenti",
  ],
  contact: [
    "contact",
    "contact information",
    "kontakt",
    "nous contacter",
    "contacto",
    "контакты",
    "联系我们",
    "お問い合わせ",
    "contato",
    "contatti",
  ],
  tools: [
    "legitimate tools",
    "tools used",
    "legitime werkzeuge",
    "outils utilisés",
    "herramientas utilizadas",
    "используемые инструменты",
    "使用的工具",
    "使用されたツール",
    "ferramentas utilizadas",
    "strumenti utilizzati",
  ],
  services: [
    "legitimate services",
    "missbrauchte dienste",
    "services légitimes",
    "servicios legítimos",
    "легитимные сервисы",
    "合法服务",
    "正規サービス",
    "serviços legítimos",
    "servizi legittimi",
  ],
  victims: [
    "victims",
    "victimology",
    "opfer",
    "victimes",
    "víctimas",
    "жертвы",
    "受害者",
    "被害組織",
    "vítimas",
    "vittime",
  ],
  vendor: [
    "about us",
    "disclaimer",
    "über uns",
    "mentions légales",
    "aviso legal",
    "отказ от ответственности",
    "免责声明",
    "免責事項",
    "sobre nós",
    "note legali",
  ],
  contents: [
    "table of contents",
    "inhaltsverzeichnis",
    "sommaire",
    "índice",
    "содержание",
    "目录",
    "目次",
    "sumário",
    "indice",
  ],
  excluded: [
    "excluded folders",
    "files not encrypted",
    "ausgeschlossene dateien",
    "fichiers exclus",
    "archivos excluidos",
    "исключенные файлы",
    "排除的文件",
    "除外ファイル",
    "arquivos excluídos",
    "file esclusi",
  ],
  related: [
    "related articles",
    "ähnliche artikel",
    "articles similaires",
    "artículos relacionados",
    "похожие статьи",
    "相关文章",
    "関連記事",
    "artigos relacionados",
    "articoli correlati",
  ],
  definition: [
    "glossary",
    "glossar",
    "glossaire",
    "glosario",
    "глоссарий",
    "术语表",
    "用語集",
    "glossário",
    "glossario",
  ],
};

const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const VARIANTS: Readonly<Record<string, (text: string) => string>> = {
  plain: first,
  "small letters": (text) => text,
  capitals: (text) => text.toUpperCase(),
  "title case": (text) => text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  "full stop": (text) => `${first(text)}.`,
  colon: (text) => `${first(text)}:`,
  "question mark": (text) => `${first(text)}?`,
  number: (text) => `4.2 ${first(text)}`,
  "number and colon": (text) => `4.2. ${first(text)}:`,
  "Roman number": (text) => `IV. ${text.toUpperCase()}`,
  letter: (text) => `B) ${first(text)}`,
  appendix: (text) => `Appendix B: ${first(text)}`,
  Markdown: (text) => `## **${first(text)}**`,
  bullet: (text) => `• ${first(text)}`,
  decomposed: (text) => first(text).normalize("NFD"),
  "hard blanks": (text) => first(text).replaceAll(" ", "\u00A0"),
};

describe.each([
  ["format", (text: string) => headingPart(text, 2)],
  ["inferred", (text: string) => headingPart(text)],
])("a heading that is %s decides by its words", (_, headingOf) => {
  it.each(Object.entries(HEADINGS))("%s", (kind, headings) => {
    const wrong = headings.flatMap((text) =>
      Object.entries(VARIANTS)
        .map(([name, variant]) => ({ name, text: variant(text) }))
        .filter(({ text: printed }) => kindsOf(headingOf(printed), itemPart("Contoso"))[1] !== kind)
        .map(({ name, text: printed }) => `${name}: ${printed}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    [
      "advice",
      "Recommendations for organisations that want to protect themselves against this and similar campaigns",
    ],
    [
      "references",
      "References, and where to read more about this campaign and others that are similar to it.",
    ],
    [
      "indicators",
      "Indicators of compromise that we found in the networks of the ministries during the spring of 2031",
    ],
    [
      "detection",
      "Detection of the loader in the networks of organisations that use the product of the vendor",
    ],
  ])("%s, however long: %s", (kind, text) => {
    expect(kindsOf(headingOf(text), REST)).toEqual([kind, kind]);
  });

  it.each([
    "Detection evasion",
    "Anti-analysis",
    "Language based protection",
    "Defense Evasion",
    "Evading detection",
    "Bypassing mitigations",
    "Sources of the leak",
    "References to Contoso in the code",
    "Network",
    "检测规避",
    "検知回避",
    "Обход обнаружения",
  ])("not for what is none: %s", (text) => {
    expect(["advice", "detection", "references"]).not.toContain(kindsOf(headingOf(text), REST)[1]);
  });
});

describe("levels", () => {
  it("end a section with a heading of its level or above it, not below it", () => {
    const kinds = kindsOf(
      headingPart("Recommendations", 2),
      headingPart("Network", 3),
      REST,
      headingPart("Segmentation", 4),
      REST,
      headingPart("Indicators", 3),
      REST,
      headingPart("Passwords", 3),
      REST,
      headingPart("The case of May", 2),
      REST,
    );
    const part = (kind: SectionKind, count: number) => Array.from({ length: count }, () => kind);
    expect(kinds).toEqual(
      [part("advice", 5), part("indicators", 2), part("advice", 2), part("body", 2)].flat(),
    );
  });

  it.each([
    ["4 Recommendations", "4.1 Network segmentation", "5 The case of May"],
    ["4.2 Recommendations", "4.2.1 Network segmentation", "4.3 The case of May"],
    ["4.2 Recommendations", "4.2.1 Network segmentation", "5 The case of May"],
    ["RECOMMENDATIONS", "Network Segmentation", "THE CASE OF MAY"],
  ])("are read from numbers and capitals: %s", (opening, part, next) => {
    const kinds = kindsOf(headingPart(opening), headingPart(part), REST, headingPart(next), REST);
    expect(kinds).toEqual(["advice", "advice", "advice", "body", "body"]);
  });

  it("let a caption go for its table alone", () => {
    const row: Part = { text: "contoso.example", kind: "row" };
    const kinds = kindsOf(
      headingPart("The case", 2),
      headingPart("Table 3: Indicators"),
      row,
      headingPart("What followed", 3),
      REST,
    );
    expect(kinds).toEqual(["body", "indicators", "indicators", "body", "body"]);
  });

  it("resume the indicators behind services and tools among them", () => {
    const list = ["Indicators of Compromise", "Legitimate Services", "Second Stage"];
    const kinds = kindsOf(
      ...list.flatMap((text) => [headingPart(text), itemPart("contoso.example")]),
    );
    expect(kinds.filter((_, at) => at % 2 === 1)).toEqual(["indicators", "services", "indicators"]);
  });
});

describe("what ends by itself", () => {
  it("contents end with the first thing that is no entry", () => {
    const kinds = kindsOf(
      headingPart("Table of Contents"),
      headingPart("Mitigations"),
      headingPart("The Case of May 4"),
      headingPart("Sources ........ 12"),
      headingPart("The Case of May"),
      REST,
      headingPart("Mitigations"),
      REST,
    );
    const isContents = kinds.map((kind) => kind === "contents");
    expect(isContents).toEqual([true, true, true, true, false, false, false, false]);
    expect(kinds.slice(4)).toEqual(["body", "body", "advice", "advice"]);
  });

  it("menus end with two whole sentences", () => {
    const menu = [
      headingPart("Related Articles"),
      itemPart("Contoso strikes"),
      headingPart("More Fabrikam News"),
    ];
    expect(kindsOf(...menu, REST, itemPart("Tags"))).toEqual(
      Array.from({ length: 5 }, () => "related"),
    );
    expect(kindsOf(...menu, `${INTRODUCTION} ${REST}`).at(-1)).toBe("body");
    expect(kindsOf(...menu, INTRODUCTION, INTRODUCTION).slice(-2)).toEqual(["body", "body"]);
  });

  it("a vendor is known late in the text only", () => {
    const about = [headingPart("About Contoso"), "Contoso is at home in Springfield."];
    expect(kindsOf(INTRODUCTION, ...about).at(-1)).toBe("vendor");
    expect(kindsOf(...about, ...Array.from({ length: 9 }, () => REST))[1]).toBe("body");
  });
});

it("names the nearest heading above", () => {
  const outline = outlineOf([
    REST,
    headingPart("The case", 2),
    REST,
    headingPart("Tools used", 3),
    itemPart("PsExec"),
  ]);
  expect(classifySections(outline)).toEqual([
    { kind: "body", heading: null },
    { kind: "body", heading: null },
    { kind: "body", heading: 1 },
    { kind: "tools", heading: 1 },
    { kind: "tools", heading: 3 },
  ]);
});

it("does not take a title for the heading of a section", () => {
  const outline = outlineOf([headingPart("Detecting the Contoso Loader", 1), INTRODUCTION]);
  expect(classifySections(outline).map(({ kind }) => kind)).toEqual(["body", "body"]);
});

it("reads 50,000 headings in a row without a pause that anybody would notice", () => {
  const many = Array.from({ length: 50_000 }, () =>
    headingPart("Legitimate tools and network segmentation"),
  );
  const outline = outlineOf([INTRODUCTION, headingPart("Mitigations"), ...many]);
  const start = processorMs();
  classifySections(outline);
  expect(processorMs() - start).toBeLessThan(5000);
});
