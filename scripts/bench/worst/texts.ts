import { findContextFeatures } from "../../../src/reading/analyser/model/context-features.ts";
import { cleanText as cleanWords } from "../../../src/reading/analyser/model/clean-text.ts";
import { splitWords } from "../../../src/reading/analyser/model/words.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { classifySections } from "../../../src/text/sections/classify-sections.ts";
import { splitSentences } from "../../../src/text/sentences/sentences.ts";
import { findTechniqueIds } from "../../../src/text/tokens/technique-ids.ts";
import { tokenize } from "../../../src/text/tokens/tokens.ts";
import { createParaphraseFinder } from "../../../src/reading/sessions/paraphrase-finder.ts";
import { createEvidenceLocator } from "../../../src/reading/sessions/evidence-locator.ts";
import { bodyText, feedDate } from "../../../src/pipeline/collection/feeds/feed-text.ts";
import { readFeed } from "../../../src/pipeline/collection/feeds/read-feed.ts";
import { htmlToOutline, readPage } from "../../../src/formats/documents/page/read-page.ts";
import { cleanText } from "../../../src/sharing/exports/pdf/text/clean-text.ts";
import { listClusters } from "../../../src/sharing/exports/pdf/text/clusters.ts";
import { resolveDirections } from "../../../src/sharing/exports/pdf/text/directions.ts";
import { listLineBreaks } from "../../../src/sharing/exports/pdf/text/line-breaks.ts";
import { escapeParagraphs } from "../../../src/sharing/exports/session/escape-markdown.ts";
import { readPattern } from "../../../src/pipeline/imports/readers/stix/pattern.ts";
import { canonicalUrl, titleKey } from "../../../src/pipeline/intake/identity.ts";
import { foldText } from "../../../src/platform/lib/text.ts";
import { readObservables } from "../../../src/pipeline/observables/context/read-observables.ts";
import { readHeader } from "../../../src/detection/languages/read-header.ts";
import { validateRule } from "../../../src/detection/languages/validate-rule.ts";
import type { TextReader } from "./readers.ts";

const SIGNS = [
  "a",
  "1",
  " ",
  "\n",
  ".",
  "-",
  "/",
  "(",
  "[",
  "<",
  "'",
  '"',
  "\\",
  ":",
  "&",
  "漢",
  "\u0301",
];
const WORDS = [
  "a.",
  "a-",
  "a@",
  "[.]",
  "T1059.",
  "(a",
  "[a",
  "a b. ",
  "e.g. ",
  "it also ",
  "\n\t",
  "a\n",
];
const TAGS = [
  "<div>",
  "<p></i>",
  "</a>",
  "<!--",
  "<script>",
  "<title>",
  "<a b='",
  "<table><td>",
  "&#x",
];
const PAGE_TAGS = [
  "<div class=comments>",
  "<aside>a",
  "<article>a",
  "<h2><a>a</a></h2>",
  "<h2>Related articles</h2>a",
  "<li><a>a</a>",
  "<tr><td>a",
  "<td rowspan=99999>a",
  "<tr><td colspan=99999>a<td>b",
  "<div role=heading>a",
  "<pre>a\n",
];
const FEED_TAGS = [...TAGS, "</item ", "<item>", "<![CDATA[", "<a><b>", "]]>", "<a b=c "];
const QUERY = [
  "a ",
  "(",
  "'a' ",
  '"',
  "a | ",
  "// ",
  "/*",
  "```",
  "a and ",
  "not ",
  "[a ",
  "a,",
  "a=b ",
];
const YAML = ["- a\n", "[", "}", "{a: ", "&a *a ", "'a' ", "? a\n", "- - ", "a: b\n", "|\n"];

const feed = (text: string) => {
  try {
    return readFeed(text, "https://feed.unit.invalid/");
  } catch {
    return null;
  }
};
const item = (text: string) =>
  feed(`<rss><channel><item><description>${text}</description></item></channel></rss>`);

const all = [...SIGNS, ...WORDS];

/** Every reader of untrusted text, by name. */
export const TEXT_READERS: Readonly<Record<string, TextReader>> = {
  HTML: { read: htmlToOutline, size: 500_000, units: [...SIGNS, ...TAGS, ...PAGE_TAGS] },
  "web page": { read: readPage, size: 500_000, units: [...SIGNS, ...TAGS, ...PAGE_TAGS] },
  "body of an item": { read: bodyText, size: 500_000, units: [...SIGNS, ...TAGS] },
  "feed as it comes": { read: feed, size: 200_000, units: FEED_TAGS },
  "item of a feed": { read: item, size: 200_000, units: [...SIGNS, ...FEED_TAGS] },
  "date of a feed": { read: feedDate, size: 200_000, units: all },
  "URL, canonical": {
    read: (text) => canonicalUrl(`https://a.unit.invalid/${text}x`),
    size: 200_000,
    units: [...SIGNS, "a&", "utm_a=1&", "%20"],
  },
  "title, canonical": { read: titleKey, size: 200_000, units: all },
  "text, folded": { read: foldText, size: 500_000, units: all },
  observables: {
    read: (text) => readObservables(outlineText(text), { publisher: null }),
    size: 200_000,
    units: [...all, "a.com\n", "a.com ", "a\ta.com", "C2 a.com. "],
  },
  sentences: {
    read: (text: string) => splitSentences(outlineText(text)),
    size: 200_000,
    units: all,
  },
  sections: {
    read: (text: string) => classifySections(outlineText(text)),
    size: 200_000,
    units: [...all, "Mitigations\n\n", "Contents\n\n", "# IOCs\n\n", "4.2 References\n\n"],
  },
  "words of names": { read: tokenize, size: 200_000, units: all },
  "technique ids": { read: findTechniqueIds, size: 200_000, units: all },
  "words of the model": { read: splitWords, size: 200_000, units: all },
  "words, cleaned": { read: cleanWords, size: 30_000, units: all },
  "cues of a sentence": { read: findContextFeatures, size: 200_000, units: all },
  paraphrases: {
    read: (text) => createParaphraseFinder(outlineText(text))(text),
    size: 200_000,
    units: all,
  },
  "evidence, located": {
    read: (text) => createEvidenceLocator(text)(`x ${text} y`),
    size: 200_000,
    units: all,
  },
  "STIX pattern": {
    read: (text) => readPattern(`[${text}`),
    size: 200_000,
    units: [...SIGNS, "a:b ", "a:b IN ", "a:b = 'c' AND ", "''", "a:'", "/* "],
  },
  KQL: { read: (text) => validateRule("kql", text), size: 25_000, units: QUERY },
  SPL: { read: (text) => validateRule("spl", text), size: 25_000, units: QUERY },
  EQL: { read: (text) => validateRule("eql", text), size: 25_000, units: QUERY },
  Sigma: { read: (text) => validateRule("sigma", text), size: 25_000, units: YAML },
  "header of Sigma": {
    read: (text) => readHeader("sigma", `id: &a x\ntags: [${text}]\n`),
    size: 25_000,
    units: [...YAML, "*a,", "a,"],
  },
  Markdown: { read: escapeParagraphs, size: 200_000, units: all },
  "text of a PDF, cleaned": { read: cleanText, size: 200_000, units: all },
  "clusters of a PDF": { read: listClusters, size: 100_000, units: [...all, "ᄀ", "א"] },
  "lines of a PDF": { read: listLineBreaks, size: 100_000, units: all },
  "directions of a PDF": { read: resolveDirections, size: 50_000, units: ["א", "א1", "(אa", "[("] },
};
