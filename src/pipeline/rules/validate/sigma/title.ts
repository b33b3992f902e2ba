import { isMap, parseAllDocuments } from "yaml";
import { MAX_TITLE_CHARS } from "../../vocabulary.ts";
import { cleanLine } from "../../../../platform/lib/clean-text.ts";

/** The title that a Sigma rule gives itself, on one line; null when it has none that can be read. */
export function titleOfSigma(content: string): string | null {
  const [document] = parseAllDocuments(content, { uniqueKeys: false, prettyErrors: false });
  const title = isMap(document?.contents) ? document.contents.get("title") : null;
  if (typeof title !== "string") return null;
  const line = cleanLine(title).slice(0, MAX_TITLE_CHARS).toWellFormed();
  return line === "" ? null : line;
}
