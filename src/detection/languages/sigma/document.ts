import { type Alias, type Document, isAlias, isNode, type Node, visit } from "yaml";

/** One document of a Sigma text: its nodes, and the node behind each alias. */
export class SigmaDocument {
  readonly contents: Node | null;
  /** The nodes behind the aliases; `Alias.resolve` would go through the whole document for each of them. */
  readonly #targets = new Map<Alias, Node | null>();

  constructor(document: Document) {
    this.contents = document.contents;
    const anchors = new Map<string, Node>();
    visit(document, {
      Node: (_key, node) => {
        if (isAlias(node)) this.#targets.set(node, anchors.get(node.source) ?? null);
        else if (node.anchor !== undefined) anchors.set(node.anchor, node);
      },
    });
  }

  /** How many aliases the document has. */
  get aliases(): number {
    return this.#targets.size;
  }

  /** The node itself, or the one behind an alias. */
  follow(node: unknown): Node | null {
    if (isAlias(node)) return this.#targets.get(node) ?? null;
    return isNode(node) ? node : null;
  }
}
