import { textTooLong, type TextCollector } from "./text-collector.ts";
import { WordBlocks } from "./word-blocks.ts";
import { WordParagraph } from "./word-paragraph.ts";
import { isOn, setProperty, type WordStyles } from "./word-styles.ts";
import { attributeOf, type XmlListener } from "./xml-reader.ts";

type Attributes = Readonly<Record<string, string>>;

/** The target of a part's text, and what its references mean. */
export interface WordContext {
  collector: TextCollector;
  styles: WordStyles;
  /** Link targets by relationship id. */
  links: ReadonlyMap<string, string>;
  /** The most characters to buffer until a paragraph ends. */
  limit: number;
  /** For headers and footers: whether to include text drawn behind the page. */
  withWatermarks?: boolean;
}

/** A field: its code, and whether its result is being read. */
interface Field {
  code: string;
  isResult: boolean;
}

/** Elements whose content is not text of the document, by local name (ECMA-376 part 1, 17). */
const SKIPPED: ReadonlySet<string> = new Set([
  // Properties: a w:tab in w:tabs is a tab stop, not a tab. Those before a tracked change are obsolete.
  "tabs",
  "tblPr",
  "trPr",
  "sectPr",
  "pPrChange",
  "rPrChange",
  "tcPrChange",
  // Tracked changes: deleted text, and the former place of moved text.
  "del",
  "moveFrom",
  // The pronunciation of the characters below.
  "rt",
]);

/** Empty elements that represent a character. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["ptab", "\t"],
  ["noBreakHyphen", "-"],
]);

/** Fields that print a page number, which depends on the printer. */
const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;
const HYPERLINK = /^\s*HYPERLINK\s+"([^"]*)"/i;

/**
 * Reads a WordprocessingML part. Text boxes and similar drawings follow their paragraph, so that they do not
 * split a sentence. Of alternatives, only the first mc:Choice is read, not mc:Fallback.
 */
export class WordText implements XmlListener {
  readonly #context: WordContext;
  readonly #writer: WordBlocks;
  #skipped = 0;
  #inText = 0;
  #inCode = 0;
  #inProperties = 0;
  #isBold = false;
  /** The open paragraphs. Those of text boxes are nested in the paragraph they belong to. */
  readonly #open: WordParagraph[] = [];
  /** Steps deferred until the outermost paragraph ends, and the length of their text. */
  #waiting: (() => void)[] = [];
  #held = 0;
  readonly #fields: Field[] = [];
  /** For each open mc:AlternateContent, whether an alternative was taken. */
  readonly #alternatives: boolean[] = [];

  constructor(context: WordContext) {
    this.#context = context;
    this.#writer = new WordBlocks(context.collector, context.styles);
  }

  /** Returns the blocks of the part, available after it was read. */
  get blocks() {
    return this.#writer.blocks;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || this.#isSkipped(name, attributes)) {
      this.#skipped += 1;
      return;
    }
    if (this.#inProperties > 0) this.#readProperty(name, attributes);
    else if (!this.#openText(name, attributes)) this.#openStructure(name, attributes);
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (name === "pPr") this.#inProperties -= 1;
    else if (name === "t") this.#inText -= 1;
    else if (name === "instrText") this.#inCode -= 1;
    else if (name === "p") this.#closeParagraph();
    else if (name === "tc") this.#emit(() => this.#writer.closeCell());
    else if (name === "tr") this.#emit(() => this.#writer.closeRow());
    else if (name === "tbl") this.#emit(() => this.#writer.closeTable());
    else if (name === "hyperlink") this.#open.at(-1)?.closeLink();
    else if (name === "AlternateContent") this.#alternatives.pop();
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    const field = this.#fields.at(-1);
    if (this.#inCode > 0 && field?.isResult === false) field.code += text;
    else if (this.#inText > 0) this.#write(text);
  }

  #isSkipped(name: string, attributes: Attributes): boolean {
    if (SKIPPED.has(name) || this.#isOtherAlternative(name)) return true;
    // The format of the paragraph mark.
    if (name === "rPr" && this.#inProperties > 0) return true;
    return name === "fldSimple" && PAGE_NUMBER.test(attributeOf(attributes, "instr") ?? "");
  }

  #isOtherAlternative(name: string): boolean {
    const open = this.#alternatives.length - 1;
    if (open < 0 || (name !== "Choice" && name !== "Fallback")) return false;
    if (this.#alternatives[open] === true) return true;
    this.#alternatives[open] = true;
    return false;
  }

  #readProperty(name: string, attributes: Attributes): void {
    const paragraph = this.#open.at(-1);
    if (name === "pPr") this.#inProperties += 1;
    else if (paragraph !== undefined) setProperty(paragraph.properties, name, attributes);
  }

  #openText(name: string, attributes: Attributes): boolean {
    const character = CHARACTERS.get(name);
    if (character !== undefined) this.#write(character);
    else if (name === "t") this.#inText += 1;
    else if (name === "instrText") this.#inCode += 1;
    else if (name === "r") this.#isBold = false;
    else if (name === "b") this.#isBold = isOn(attributeOf(attributes, "val"));
    else if (name === "br")
      this.#break((attributeOf(attributes, "type") ?? "textWrapping") !== "textWrapping");
    else if (name === "cr") this.#break(false);
    else if (name === "fldChar") this.#turnField(attributeOf(attributes, "fldCharType"));
    else return false;
    return true;
  }

  #openStructure(name: string, attributes: Attributes): void {
    if (name === "p") this.#open.push(new WordParagraph());
    else if (name === "pPr") this.#inProperties += 1;
    else if (name === "tbl") this.#emit(() => this.#writer.openTable());
    else if (name === "tr") this.#emit(() => this.#writer.openRow());
    else if (name === "tc") this.#emit(() => this.#writer.openCell());
    else if (name === "gridSpan") {
      const columns = Number(attributeOf(attributes, "val")) || 1;
      this.#emit(() => this.#writer.spanCell(columns));
    } else if (name === "hyperlink") this.#openLink(attributes);
    else if (name === "AlternateContent") this.#alternatives.push(false);
    else if (name === "textpath" && this.#context.withWatermarks === true) {
      this.#addWatermark(attributeOf(attributes, "string") ?? "");
    }
  }

  #openLink(attributes: Attributes): void {
    const id = attributeOf(attributes, "id") ?? "";
    this.#open.at(-1)?.openLink(this.#context.links.get(id) ?? "");
  }

  /** Advances the state of a field. A field with a link target is a link, like w:hyperlink. */
  #turnField(type: string | null): void {
    const paragraph = this.#open.at(-1);
    if (type === "begin") this.#fields.push({ code: "", isResult: false });
    const field = this.#fields.at(-1);
    if (field === undefined) return;
    const target = HYPERLINK.exec(field.code)?.[1];
    if (type === "separate") {
      field.isResult = true;
      if (target !== undefined) paragraph?.openLink(target);
    } else if (type === "end") {
      if (field.isResult && target !== undefined) paragraph?.closeLink();
      this.#fields.pop();
    }
  }

  #write(text: string): void {
    const field = this.#fields.at(-1);
    if (field?.isResult === true && PAGE_NUMBER.test(field.code)) return;
    this.#hold(this.#open.at(-1)?.add(text, this.#isBold) ?? 0);
  }

  #break(isPage: boolean): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined) return;
    paragraph.break(isPage);
    this.#hold(1);
  }

  /** Counts buffered characters, so that a small file that expands to a large text never has it all in memory. */
  #hold(characters: number): void {
    this.#held += characters;
    if (this.#held > this.#context.limit) throw textTooLong(this.#context.limit);
  }

  #addWatermark(text: string): void {
    const paragraph = new WordParagraph();
    this.#hold(paragraph.add(text, false));
    this.#emit(() => this.#writer.paragraph(paragraph));
  }

  #closeParagraph(): void {
    const paragraph = this.#open.pop();
    if (paragraph === undefined) return;
    // A number fits on its line, so a field without an end hides no more than that line.
    const field = this.#fields.at(-1);
    if (field?.isResult === true && PAGE_NUMBER.test(field.code)) field.code = "";
    this.#emit(() => this.#writer.paragraph(paragraph));
    if (this.#open.length > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#held = 0;
    for (const step of waiting) step();
  }

  /** Runs a step now, or defers it until the enclosing paragraph has ended. */
  #emit(step: () => void): void {
    if (this.#open.length > 0) this.#waiting.push(step);
    else step();
  }
}
