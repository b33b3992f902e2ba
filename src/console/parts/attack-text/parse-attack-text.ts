/** A piece of an ATT&CK description. */
export type Piece =
  | { kind: "text" | "code" | "citation"; text: string }
  | { kind: "link"; text: string; url: string }
  /** A link to an object that the console shows itself. */
  | { kind: "object"; text: string; attackId: string };

/** A link, a citation or code in ATT&CK's syntax. Everything else is text. */
const MARK =
  /\[(?<label>[^\]]{1,500})\]\((?<url>[^)\s]{1,2000})\)|\(Citation: (?<citation>[^)]{1,500})\)|`(?<ticked>[^`]{1,2000})`|<code>(?<tagged>[^<]{1,2000})<\/code>/g;
const OBJECT =
  /^https:\/\/attack\.mitre\.org\/(?:groups|campaigns|software|techniques)\/(?<id>[GCS]\d{4}|T\d{4}(?:\/\d{3})?)\/?$/;

/** Parses the paragraphs of a description into pieces. Only http and https links stay links. */
export function parseAttackText(source: string): Piece[][] {
  return source
    .split(/\n\s*\n|<br\s*\/?>/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map(piecesOf);
}

function piecesOf(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of paragraph.matchAll(MARK)) {
    if (match.index > at) pieces.push({ kind: "text", text: paragraph.slice(at, match.index) });
    pieces.push(pieceOf(match.groups ?? {}));
    at = match.index + match[0].length;
  }
  if (at < paragraph.length) pieces.push({ kind: "text", text: paragraph.slice(at) });
  return pieces;
}

function pieceOf(found: Partial<Record<string, string>>): Piece {
  const { label, url, citation, ticked, tagged } = found;
  if (citation !== undefined) return { kind: "citation", text: citation };
  if (label === undefined || url === undefined) {
    return { kind: "code", text: ticked ?? tagged ?? "" };
  }
  // The address of a sub-technique has a slash in its id.
  const attackId = OBJECT.exec(url)?.groups?.["id"]?.replace("/", ".");
  if (attackId !== undefined) return { kind: "object", text: label, attackId };
  const safe = safeUrl(url);
  return safe === null ? { kind: "text", text: label } : { kind: "link", text: label, url: safe };
}

/** Returns the address if it is a web address, not one that would run or open anything else. */
export function safeUrl(url: string | null | undefined): string | null {
  const parsed = url == null ? null : URL.parse(url);
  return parsed !== null && ["http:", "https:"].includes(parsed.protocol) ? parsed.href : null;
}

/** Returns a description as one line of plain text: links by their text, without citations. */
export function plainAttackText(source: string): string {
  return parseAttackText(source)
    .map((pieces) => pieces.map(({ kind, text }) => (kind === "citation" ? "" : text)).join(""))
    .join(" ")
    .trim();
}
