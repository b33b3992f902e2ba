import { Parser } from "htmlparser2";

/** Elements whose content nobody reads. */
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
/** Where something begins that hides what follows, or, as its first group, ends. */
const HIDING = new RegExp(
  `(-->|</(?:${HIDING_NAMES})(?![\\w-]))|<!--|<(?:${HIDING_NAMES})(?![\\w-])`,
  "gi",
);

/** Elements that are open at once; browsers, too, stop nesting at 512. */
const MAX_OPEN = 256;
/** Deeper ones still hide what they hold. */
const MAX_OPEN_UNREAD = 2 * MAX_OPEN;

/**
 * The parser looks through all open elements at each tag, so that their number has to be bounded:
 * what is nested deeper stands beside its parent, not inside it.
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

  /** What is nested too deep is void, and so is an end tag of what is not open. */
  protected override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) return true;
    // The end of a paragraph that never began stands for an empty one.
    if (this.#isClosing) return name !== "p" && (this.#open.get(name) ?? 0) === 0;
    return name !== "" && this.#depthBefore >= (UNREAD.has(name) ? MAX_OPEN_UNREAD : MAX_OPEN);
  }
}

interface Listener {
  onopen: (name: string) => void;
  /** An attribute of the element that was opened last. */
  onattribute?: (name: string, value: string) => void;
  onclose: (name: string) => void;
  ontext: (text: string) => void;
}

/**
 * What is begun and never closed would hide all that follows; so every beginning behind the last end
 * of its kind is read as text. Two passes, however many there are.
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

/** The name of an element, or nothing for a comment. */
function kindOf(mark: string): string {
  return mark.replace(/[^a-z]/gi, "").toLowerCase();
}
