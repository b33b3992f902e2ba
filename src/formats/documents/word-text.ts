import { textTooLong, type TextCollector } from "./text-collector.ts";
import { WordBlocks } from "./word-blocks.ts";
import { WordParagraph } from "./word-paragraph.ts";
import { isOn, setProperty, type WordStyles } from "./word-styles.ts";
import { attributeOf, type XmlListener } from "./xml-reader.ts";

type Attributes = Readonly<Record<string, string>>;

/** Where the text of a part goes, and what its references mean. */
export interface WordContext {
  collector: TextCollector;
  styles: WordStyles;
  /** Where links lead, by the id of their relationship. */
  links: ReadonlyMap<string, string>;
  /** How much may be held back until a paragraph ends. */
  limit: number;
  /** For headers and footers: text drawn behind the page is read as well. */
  withWatermarks?: boolean;
}

/** A field: its code, and whether its result is being read. */
interface Field {
  code: string;
  isResult: boolean;
}

/** Elements whose content is no text of the document, by local name (ECMA-376 part 1, 17). */
const SKIPPED: ReadonlySet<string> = new Set([
  // Properties: a w:tab in w:tabs is a tab stop, not a tab; those before a tracked change are no longer true.
  "tabs",
  "tblPr",
  "trPr",
  "sectPr",
  "pPrChange",
  "rPrChange",
  "tcPrChange",
  // Tracked changes: what was deleted, and the place where moved text used to be.
  "del",
  "moveFrom",
  // How the characters below are pronounced.
  "rt",
]);

/** Empty elements that stand for a character. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["ptab", "\t"],
  ["noBreakHyphen", "-"],
]);

/** Fields that print the number of a page, which changes with the printer. */
const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;
const HYPERLINK = /^\s*HYPERLINK\s+"([^"]*)"/i;

/**
 * Reads a WordprocessingML part. What is drawn beside a paragraph (text boxes, once: the first mc:Choice, no
 * mc:Fallback) comes behind it, so that it tears no sentence.
 */
export class WordText implements XmlListener {
  readonly #context: WordContext;
  readonly #writer: WordBlocks;
  #skipped = 0;
  #inText = 0;
  #inCode = 0;
  #inProperties = 0;
  #isBold = false;
  /** Paragraphs that are open; those of text boxes lie in the one that they are drawn beside. */
  readonly #open: WordParagraph[] = [];
  /** What waits for the outermost paragraph to end, and how much text is in it. */
  #waiting: (() => void)[] = [];
  #held = 0;
  readonly #fields: Field[] = [];
  /** Whether an alternative was taken, for each open mc:AlternateContent. */
  readonly #alternatives: boolean[] = [];

  constructor(context: WordContext) {
    this.#context = context;
    this.#writer = new WordBlocks(context.collector, context.styles);
  }

  /** The blocks of the part, once it is read. */
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
    // The look of the mark at the end of a paragraph.
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

  /** A field that leads somewhere is a link, as w:hyperlink is. */
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

  /** Counts what is held, so that a small file which unfolds into much text never has it all in memory. */
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
    // A number fits on its line: a field without an end hides no more than that.
    const field = this.#fields.at(-1);
    if (field?.isResult === true && PAGE_NUMBER.test(field.code)) field.code = "";
    this.#emit(() => this.#writer.paragraph(paragraph));
    if (this.#open.length > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#held = 0;
    for (const step of waiting) step();
  }

  /** Does a step, or has it wait until the paragraph around it has ended. */
  #emit(step: () => void): void {
    if (this.#open.length > 0) this.#waiting.push(step);
    else step();
  }
}
