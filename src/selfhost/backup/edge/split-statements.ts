/** Text, names and comments, in which a `;` ends no statement. A doubled quote ends one text and starts another. */
const PIECE =
  /'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/|;|[^'"`;\-/]+|-(?!-)|\/(?!\*)/y;
const TRIGGER = /^\s*create\s+(?:temp\s+|temporary\s+)?trigger\b/i;
const TRIGGER_END = /\bend\s*;$/i;

/**
 * Yields the statements of SQL that arrives in chunks, each with its `;`. At most one statement is in memory.
 * @throws Error if the text ends within a statement
 */
export async function* splitStatements(
  chunks: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  const parts: string[] = [];
  let rest = "";
  let needed = 0;
  for await (const chunk of chunks) {
    rest += chunk;
    // Scans a long text again only when it has doubled.
    if (rest.length < needed) continue;
    const { statements, left } = take(rest, parts, false);
    yield* statements;
    rest = left;
    needed = rest.length * 2;
  }
  const { statements, left } = take(rest, parts, true);
  yield* statements;
  if (left.trim() !== "" || parts.join("").trim() !== "")
    throw new Error("The SQL ends within a statement. Export it again.");
}

/** Moves complete pieces to the parts of a statement. The rest may continue in the next chunk. */
function take(text: string, parts: string[], isLast: boolean) {
  const statements: string[] = [];
  let at = 0;
  for (;;) {
    PIECE.lastIndex = at;
    const [piece] = PIECE.exec(text) ?? [];
    // The last piece may continue.
    if (piece === undefined || (!isLast && at + piece.length === text.length)) break;
    at += piece.length;
    parts.push(piece);
    if (piece !== ";" || !isWhole(parts)) continue;
    statements.push(parts.splice(0).join("").trim());
  }
  return { statements, left: text.slice(at) };
}

function isWhole(parts: readonly string[]): boolean {
  if (!TRIGGER.test(parts.slice(0, 4).join(""))) return true;
  return TRIGGER_END.test(parts.slice(-4).join(""));
}
