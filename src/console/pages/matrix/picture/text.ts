/** Characters that XML 1.0 does not allow, even escaped. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for an XML element. */
export function escapeXml(words: string): string {
  return words
    .toWellFormed()
    .replaceAll(UNWRITABLE, "")
    .replaceAll(/[&<>"]/g, (mark) => ESCAPES[mark] ?? "");
}

/** Wraps words into lines with a maximum length. A longer word has a separate line. */
export function wrapWords(words: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || longer.length <= most) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
