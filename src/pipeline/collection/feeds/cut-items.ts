/** The items of a feed, separated from the rest. */
export interface CutFeed {
  /** The document without its items. */
  frame: string;
  items: string[];
}

const ITEM_TAG = /<!\[CDATA\[|<!--|<(\/?)((?:[A-Za-z_][\w.-]*:)?(?:item|entry))(?=[\s>/])/gi;

const TAG_END = /[<>]/g;

/**
 * Cuts the items and entries out of a feed as text in one pass, so that a broken item affects no other. An unclosed
 * item ends where the next one begins. Text in CDATA sections and comments is not a tag. Unclosed sections affect
 * only their own item.
 */
export function cutItems(source: string): CutFeed {
  const items: string[] = [];
  const frame: string[] = [];
  let framed = 0;
  let open: number | null = null;
  const end = (to: number): void => {
    if (open === null) return;
    items.push(source.slice(open, to));
    open = null;
    framed = to;
  };
  /** Section terminators that do not occur again, to avoid repeated searches. */
  const gone = new Set<string>();
  ITEM_TAG.lastIndex = 0;
  for (let found = ITEM_TAG.exec(source); found !== null; found = ITEM_TAG.exec(source)) {
    const [token, slash, name] = found;
    if (name === undefined) {
      const mark = token === "<!--" ? "-->" : "]]>";
      const close = gone.has(mark) ? -1 : source.indexOf(mark, found.index);
      if (close === -1) gone.add(mark);
      else ITEM_TAG.lastIndex = close + mark.length;
    } else if (slash === "/") {
      end(endOfTag(source, found.index + token.length));
    } else {
      end(found.index);
      frame.push(source.slice(framed, found.index));
      open = found.index;
    }
  }
  // A feed that breaks off inside an item still has the end of its last one.
  end(source.length);
  return { frame: frame.join("") + source.slice(framed), items };
}

/** Returns the index after the tag's `>`. A tag without one ends where the next begins. */
function endOfTag(source: string, from: number): number {
  TAG_END.lastIndex = from;
  const found = TAG_END.exec(source);
  if (found === null) return source.length;
  return found[0] === ">" ? found.index + 1 : found.index;
}
