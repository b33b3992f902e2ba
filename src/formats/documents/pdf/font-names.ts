import type { PdfDocument } from "./read-pages.ts";

/** The library's stream of page operators, a thousand at a time. */
interface Messages {
  sendWithStream(action: string, data: object): ReadableStream<unknown>;
}

/** The library's flag for operators that are not drawn. */
const OPERATORS_ONLY = 256;
/** The most chunks of a thousand operators to search for fonts per page. */
const MAX_CHUNKS = 300;

/**
 * Returns the names that a file gives its fonts, such as `ABCDEF+Arial-BoldMT`. The library knows them only
 * after it has read the operators of a page. Its public method stores all of them in memory, so this reads its
 * stream, and stops when it has the fonts.
 * @param wanted pages, from 1, with the fonts to look for on each
 */
export async function nameFonts(
  pdf: PdfDocument,
  wanted: ReadonlyMap<number, readonly string[]>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [number, fonts] of wanted) await readNames(pdf, number, fonts, names);
  return names;
}

async function readNames(
  pdf: PdfDocument,
  number: number,
  fonts: readonly string[],
  names: Map<string, string>,
): Promise<void> {
  const page = await pdf.getPage(number);
  const { messageHandler } = Reflect.get(page, "_transport") as { messageHandler: Messages };
  const reader = messageHandler
    .sendWithStream("GetOperatorList", {
      pageId: number - 1,
      pageIndex: number - 1,
      intent: OPERATORS_ONLY,
      cacheKey: `fonts ${number}`,
      annotationStorage: null,
      modifiedIds: null,
    })
    .getReader();
  try {
    for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
      const { done } = await reader.read();
      for (const font of fonts) {
        if (!page.commonObjs.has(font)) continue;
        const { name } = page.commonObjs.get(font) as { name?: string };
        names.set(font, name ?? "");
      }
      if (done || fonts.every((font) => names.has(font))) break;
    }
  } catch {
    // A page with damaged graphics still has its text. Its fonts have no names.
  }
  void reader.cancel(new Error("The fonts are known.")).catch(() => undefined);
}
