import { Parser } from "htmlparser2";

/** Elements whose content is ignored. */
export const UNREAD: ReadonlySet<string> = new Set([
  "script",
  "style",
  "head",
  "noscript",
  "template",
  "iframe",
  "svg",
  "nav",
]);

const HIDING_NAMES = [...UNREAD, "title", "textarea", "xmp"].join("|");
/** The start of something that hides what follows or, if the first group matched, its end. */
const HIDING = new RegExp(
  `(-->|</(?:${HIDING_NAMES})(?![\\w-]))|<!--|<(?:${HIDING_NAMES})(?![\\w-])`,
  "gi",
);

/** The most open elements. Browsers stop nesting at 512. */
const MAX_OPEN = 256;
/** Deeper elements of this kind still hide their content. */
const MAX_OPEN_UNREAD = 2 * MAX_OPEN;

/**
 * An HTML parser with a limited nesting depth, because the parser scans all open elements at each tag. Elements
 * beyond the limit become siblings instead of children.
 */
export class BoundedParser extends Parser {
  readonly #open: ReadonlyMap<string, number>;
  #depth = 0;
  #isClosing = false;
  #depthBefore = 0;

  constructor(listen: Listener) {
    const open = new Map<string, number>();
    const count = (name: string, change: number) => {
      open.set(name, (open.get(name) ?? 0) + change);
      this.#depth += change;
    };
    super({
      onopentagname: (name) => {
        count(name, 1);
        listen.onopen(name);
      },
      onclosetag: (name) => {
        count(name, -1);
        listen.onclose(name);
      },
      ontext: listen.ontext,
      ...(listen.onattribute !== undefined && { onattribute: listen.onattribute }),
    });
    this.#open = open;
  }

  override onopentagname(start: number, end: number): void {
    this.#depthBefore = this.#depth;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#isClosing = true;
    super.onclosetag(start, end);
    this.#isClosing = false;
  }

  /** Treats elements beyond the nesting limit, and end tags without an open element, as void. */
  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) return true;
    // The end tag of a paragraph that never began creates an empty one.
    if (this.#isClosing) return name !== "p" && (this.#open.get(name) ?? 0) === 0;
    return name !== "" && this.#depthBefore >= (UNREAD.has(name) ? MAX_OPEN_UNREAD : MAX_OPEN);
  }
}

interface Listener {
  onopen: (name: string) => void;
  /** Receives an attribute of the last opened element. */
  onattribute?: (name: string, value: string) => void;
  onclose: (name: string) => void;
  ontext: (text: string) => void;
}

/**
 * Escapes beginnings without an end, which would hide all text that follows. Every beginning after the last end
 * of its kind becomes text. Takes two passes.
 */
export function withoutOpenEnds(html: string): string {
  const lastEnds = new Map<string, number>();
  for (const { 1: end, index } of html.matchAll(HIDING)) {
    if (end !== undefined) lastEnds.set(kindOf(end), index);
  }
  const parts: string[] = [];
  let from = 0;
  for (const { 0: mark, 1: end, index } of html.matchAll(HIDING)) {
    if (end !== undefined || index <= (lastEnds.get(kindOf(mark)) ?? -1)) continue;
    parts.push(html.slice(from, index), "&lt;");
    from = index + 1;
  }
  return from === 0 ? html : parts.join("") + html.slice(from);
}

/** Returns the name of an element, or an empty string for a comment. */
function kindOf(mark: string): string {
  return mark.replace(/[^a-z]/gi, "").toLowerCase();
}
