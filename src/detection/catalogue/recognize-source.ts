import { SOURCES } from "./catalogue.ts";
import { wildcardSource } from "./wildcards.ts";

/** The source of an event in Sigma's terms. */
export interface RecognizedSource {
  product: string;
  /** Null if the event does not specify it. */
  service: string | null;
  categories: readonly string[];
}

/** Returns a field of an event by its path (`id.applicationName`). */
type ReadField = (path: string) => unknown;

interface Recognizer {
  source: RecognizedSource;
  /** Whether `$1` in its service is replaced by what `*` matched. */
  isFilled: boolean;
  datasets: readonly RegExp[];
  marks: readonly (readonly [path: string, pattern: RegExp])[][];
}

const RECOGNIZERS: readonly Recognizer[] = SOURCES.flatMap(({ entry }) => {
  const { sigma = {}, also = [], datasets = [], recognized_by: marks = [] } = entry;
  if (sigma.product === undefined || datasets.length + marks.length === 0) return [];
  const categories = also.flatMap(({ category }) => category ?? []);
  return [
    {
      source: { product: sigma.product, service: sigma.service ?? null, categories },
      isFilled: sigma.service?.includes("$1") === true,
      datasets: datasets.map((dataset) => toPattern([dataset])),
      marks: marks.map((fields) =>
        Object.entries(fields).map(([path, texts]) => [path, toPattern([texts].flat())] as const),
      ),
    },
  ];
});

/** Returns the source of an event outside the Windows event log, or null if unknown. */
export function recognizeSource(read: ReadField): RecognizedSource | null {
  const dataset = textOf(read("event.dataset"));
  for (const { source, isFilled, datasets } of dataset === "" ? [] : RECOGNIZERS) {
    for (const pattern of datasets) {
      const found = pattern.exec(dataset);
      if (found !== null) return isFilled ? fill(source, found[1]) : source;
    }
  }
  for (const { source, isFilled, marks } of RECOGNIZERS) {
    for (const fields of marks) {
      const found = matchAll(fields, read);
      if (found !== null) return isFilled ? fill(source, found) : source;
    }
  }
  return null;
}

/** Returns what the first `*` matched if every field matches, otherwise null. */
function matchAll(fields: Recognizer["marks"][number], read: ReadField): string | null {
  let matched = "";
  for (const [path, pattern] of fields) {
    const found = pattern.exec(textOf(read(path)));
    if (found === null) return null;
    if (matched === "") matched = found[1] ?? "";
  }
  return matched;
}

function fill(source: RecognizedSource, text = ""): RecognizedSource {
  return { ...source, service: source.service?.replace("$1", () => text) ?? null };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Compiles a case-insensitive pattern of several texts; `*` matches at least one character. */
function toPattern(texts: readonly string[]): RegExp {
  const parts = texts.map((text) => wildcardSource(text, "(.+)"));
  return new RegExp(`^(?:${parts.join("|")})$`, "is");
}
