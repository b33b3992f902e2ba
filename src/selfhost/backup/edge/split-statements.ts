/** What a `;` does not end: text and names (a doubled quote is the end of one and the start of another), comments. */
const PIECE =
  /'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/|;|[^'"`;\-/]+|-(?!-)|\/(?!\*)/y;
const TRIGGER = /^\s*create\s+(?:temp\s+|temporary\s+)?trigger\b/i;
const TRIGGER_END = /\bend\s*;$/i;

/**
 * Statements of SQL that comes in pieces, each with its `;`. No more than one statement is in memory.
 * @throws Error when the text ends within one
 */
export async function* splitStatements(
  chunks: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  const parts: string[] = [];
  let rest = "";
  let needed = 0;
  for await (const chunk of chunks) {
    rest += chunk;
    // A long text is looked at again only when there is twice as much of it.
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

/** Moves whole pieces to the parts of a statement; what may go on stays. */
function take(text: string, parts: string[], isLast: boolean) {
  const statements: string[] = [];
  let at = 0;
  for (;;) {
    PIECE.lastIndex = at;
    const [piece] = PIECE.exec(text) ?? [];
    // What is at the very end may go on.
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
