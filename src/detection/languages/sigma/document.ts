import { type Alias, type Document, isAlias, isNode, type Node, visit } from "yaml";

/** One document of a Sigma text: its nodes, and the target of each alias. */
export class SigmaDocument {
  readonly contents: Node | null;
  /** Targets of the aliases. `Alias.resolve` would traverse the whole document for each of them. */
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

  /** The number of aliases in the document. */
  get aliases(): number {
    return this.#targets.size;
  }

  /** Returns the node itself, or the target of an alias. */
  follow(node: unknown): Node | null {
    if (isAlias(node)) return this.#targets.get(node) ?? null;
    return isNode(node) ? node : null;
  }
}
