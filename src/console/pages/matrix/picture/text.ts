/** Characters that XML 1.0 has no place for, even escaped. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it may stand in an element of XML. */
export function escapeXml(words: string): string {
  return words
    .toWellFormed()
    .replaceAll(UNWRITABLE, "")
    .replaceAll(/[&<>"]/g, (mark) => ESCAPES[mark] ?? "");
}

/** Words in lines of at most so many characters; a longer word has a line of its own, whole. */
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
