import type { SourceFile } from "./read-imports.ts";

/** The parts of `src/text/` that other groups may import: one file or folder per kind of analysis. */
const DOORS: readonly string[] = [
  "document/",
  "outline/outline-text.ts",
  "outline/open-document.ts",
  "sentences/",
  "sections/classify-sections.ts",
  "sections/classify-telling.ts",
  "sections/look-below.ts",
  "sections/contents-entries.ts",
  "headings/heading-kind.ts",
  "headings/section-kind.ts",
  "tokens/",
  "phrases/",
  "language/detect-language.ts",
  "language/language-of.ts",
  "language/function-words.ts",
];
const TEXT = "src/text/";

/** Returns imports of analysis internals by files that should use the result of the analysis. */
export function findSideDoors(sources: readonly SourceFile[]): string[] {
  const isInside = (file: string) =>
    file.startsWith(TEXT) && !DOORS.some((door) => file.slice(TEXT.length).startsWith(door));
  return sources
    .filter(({ path }) => path.startsWith("src/") && !path.startsWith(TEXT))
    .flatMap(({ path, files }) =>
      files
        .filter(isInside)
        .map((file) => `${path} imports ${file}; ask for the outline, its sentences or sections.`),
    );
}

/** Signs of a second engine for the structure of a text: by its parts, or by its name. */
const ENGINES: readonly { what: string; home: string; sign: RegExp }[] = [
  { what: "the marks of lists", home: "document/list-marker.ts", sign: /•\S*[▪●○▫]/u },
  {
    what: "the ends of sentences",
    home: "document/line-ends.ts",
    sign: /\[[^\]\n]*[.!?…。]{3}[^\]\n]*\]\S*\\p\{P[ef]\}/u,
  },
  {
    what: "a splitter of sentences or blocks",
    home: "sentences/",
    sign: /function (?:split|cut)(?:Sentences|Blocks|Lines|Paragraphs)\b/u,
  },
  {
    what: "a detector of headings",
    home: "outline/",
    sign: /function (?:is|find|may[A-Z]\w*)Headings?\b|function headingOf\b/u,
  },
  {
    what: "a detector of page heads and watermarks",
    home: "outline/",
    sign: /function (?:is|find)(?:Page)?Furniture\b/u,
  },
  {
    what: "a detector of languages",
    home: "language/",
    sign: /function (?:detect|guess)Language\b/u,
  },
  {
    what: "a matcher of phrases",
    home: "phrases/",
    sign: /function (?:find|build)Phrases\b|function phraseFinder\b/u,
  },
];
/** Exceptions: format readers know their page layout, and the console draws lists. */
const OWN_WAY: readonly (readonly [path: string, what: string])[] = [
  ["src/console/", ""],
  ["src/sharing/exports/", "the marks of lists"],
  ["src/formats/documents/pdf/", "a detector of headings"],
  ["src/formats/documents/pdf/", "a detector of page heads and watermarks"],
  ["src/formats/documents/page/", "a detector of page heads and watermarks"],
];

/** Returns files that implement again what `src/text/` already models. */
export function findSecondEngines(sources: readonly SourceFile[]): string[] {
  const mayHave = (path: string, what: string) =>
    OWN_WAY.some(([folder, own]) => path.startsWith(folder) && (own === "" || own === what));
  return sources
    .filter(({ path }) => path.startsWith("src/") && !path.startsWith(TEXT))
    .flatMap(({ path, text }) =>
      ENGINES.filter(({ what, sign }) => sign.test(text) && !mayHave(path, what)).map(
        ({ what, home }) => `${path} has ${what} of its own; ${TEXT}${home} has it for all.`,
      ),
    );
}
