import type { PdfDocument } from "./read-pages.ts";

/** What the library sends of the operators of a page, a thousand at a time. */
interface Messages {
  sendWithStream(action: string, data: object): ReadableStream<unknown>;
}

/** The library's flag for a list of operators that nobody draws. */
const OPERATORS_ONLY = 256;
/** At most this many thousand operators of a page are searched for fonts. */
const MAX_CHUNKS = 300;

/**
 * The names that a file gives its fonts, such as `ABCDEF+Arial-BoldMT`. The library knows them only
 * after it read the operators of a page; its public method keeps all of them in memory, so this
 * reads its stream, and only until the fonts are there.
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
    // A page whose drawing is damaged still has its text: its fonts stay without names.
  }
  void reader.cancel(new Error("The fonts are known.")).catch(() => undefined);
}
