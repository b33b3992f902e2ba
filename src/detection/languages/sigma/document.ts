import { type Alias, type Document, isAlias, isNode, type Node, visit } from "yaml";

/** One document of a Sigma text: its nodes, with what each alias stands for. */
export class SigmaDocument {
  readonly contents: Node | null;
  /** What aliases stand for; `Alias.resolve` would go through the whole document for each of them. */
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

  /** How often the document refers to something that stands elsewhere in it. */
  get aliases(): number {
    return this.#targets.size;
  }

  /** The node itself, or what an alias stands for. */
  follow(node: unknown): Node | null {
    if (isAlias(node)) return this.#targets.get(node) ?? null;
    return isNode(node) ? node : null;
  }
}
