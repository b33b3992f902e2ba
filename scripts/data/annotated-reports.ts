/** A part of a report that annotators marked with a technique; offsets in Unicode code points. */
interface Annotation {
  start: number;
  end: number;
  technique: string;
}

/** What is used of a file of TRAM's annotation tool (MAT): the text, and the sets of its annotations. */
interface AnnotatedFile {
  signal: string;
  asets: { type: string; annots: [start: number, end: number, ...rest: unknown[]][] }[];
}

/** `Native API (T1106)`; sets of other types are not about techniques. */
const TECHNIQUE_SET = /\((T\d{4}(?:\.\d{3})?)\)$/;
const TITLE_LINE = /^title: (.*)/;

/**
 * One line of `documents.jsonl` for an annotated report: title, file, text and annotations in the
 * order of the text. The bytes are the same wherever it is made, so that their digest can be pinned.
 * @param content of the file, JSON
 * @throws Error when it is not of this form
 */
export function toReportLine(file: string, content: string): string {
  const { signal: text, asets } = JSON.parse(content) as AnnotatedFile;
  const title = TITLE_LINE.exec(text)?.[1];
  if (title === undefined) throw new Error(`${file} does not begin with its title`);
  const annotations = asets
    .flatMap(({ type, annots }) => {
      const technique = TECHNIQUE_SET.exec(type)?.[1];
      if (technique === undefined) return [];
      return annots.map(([start, end]): Annotation => ({ start, end, technique }));
    })
    .sort(inOrder);
  const fields = [
    `"title": ${JSON.stringify(title)}`,
    `"file": ${JSON.stringify(file)}`,
    `"text": ${JSON.stringify(text)}`,
    `"annotations": [${annotations.map(toJson).join(", ")}]`,
  ];
  return `{${fields.join(", ")}}\n`;
}

function toJson({ start, end, technique }: Annotation): string {
  return `{"start": ${start}, "end": ${end}, "technique": ${JSON.stringify(technique)}}`;
}

function inOrder(a: Annotation, b: Annotation): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.end !== b.end) return a.end - b.end;
  return a.technique < b.technique ? -1 : Number(a.technique > b.technique);
}
