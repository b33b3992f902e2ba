import { cutByEvidence, type Technique } from "./marks.ts";

/** A report with the techniques loaded so far. */
export interface Report {
  title: string;
  review_state: string;
  total: number;
  techniques: Technique[];
}

/** The page: techniques on one side, the text with the marked evidence on the other. */
export class View {
  readonly #title = find("title");
  readonly #state = find("state");
  readonly #list = find("techniques");
  readonly #text = find("text");
  #report: Report = { title: "", review_state: "", total: 0, techniques: [] };
  #chosen = 0;

  constructor() {
    this.#list.addEventListener("keydown", (event) => this.#onListKey(event));
    this.#text.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#choose(this.#chosen, true);
    });
  }

  /** Shows the progress of the page, or why it shows nothing. */
  say(message: string): void {
    this.#state.textContent = message;
  }

  /** Shows a report without its text: each passage separately. */
  showReport(report: Report): void {
    this.#report = report;
    this.#title.textContent = report.title;
    this.say(`${report.total} techniques, ${report.review_state.replace("_", " ")}`);
    this.#list.replaceChildren(...report.techniques.map((one, at) => this.#option(one, at)));
    this.#text.replaceChildren(...report.techniques.map(({ evidence }, at) => quote(evidence, at)));
    this.#choose(0, false);
  }

  /** Shows the text loaded so far, with the evidence marked. */
  showText(text: string): void {
    const stretches = cutByEvidence(text, this.#report.techniques);
    this.#text.replaceChildren(
      ...stretches.map(({ text: words, of }) => {
        if (of.length === 0) return document.createTextNode(words);
        const mark = element("mark", words);
        mark.dataset["of"] = of.join(" ");
        mark.addEventListener("click", () => this.#choose(of[0] ?? 0, true));
        return mark;
      }),
    );
    this.#choose(this.#chosen, false);
  }

  #option(
    { attack_id: id, name, confidence, review_status: status, warnings }: Technique,
    at: number,
  ) {
    const option = element("li", "");
    const facts = `${Math.round(confidence * 100)} %, ${status.replace("_", " ")}`;
    option.role = "option";
    option.id = `technique-${at}`;
    option.append(element("b", id), ` ${name}`, element("small", facts));
    for (const warning of warnings) option.append(element("small", `Check: ${warning}`));
    option.addEventListener("click", () => this.#choose(at, true));
    return option;
  }

  #onListKey(event: KeyboardEvent): void {
    const last = this.#report.techniques.length - 1;
    const target = new Map([
      ["ArrowDown", Math.min(last, this.#chosen + 1)],
      ["ArrowUp", Math.max(0, this.#chosen - 1)],
      ["Home", 0],
      ["End", last],
    ]).get(event.key);
    if (event.key === "Enter") this.#text.focus();
    if (target === undefined || last < 0) return;
    event.preventDefault();
    this.#choose(target, true);
  }

  #choose(at: number, focuses: boolean): void {
    this.#chosen = at;
    for (const [place, option] of [...this.#list.children].entries()) {
      option.ariaSelected = String(place === at);
    }
    const chosen = this.#list.children[at];
    if (chosen === undefined) return;
    this.#list.setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
    if (focuses) this.#list.focus();
    const marks = [...this.#text.querySelectorAll<HTMLElement>("mark")];
    const isOf = (mark: HTMLElement) => (mark.dataset["of"] ?? "").split(" ").includes(String(at));
    for (const mark of marks) mark.classList.toggle("chosen", isOf(mark));
    marks.find(isOf)?.scrollIntoView({ block: "center" });
  }
}

function quote(evidence: string, at: number): HTMLElement {
  const paragraph = element("p", "");
  const mark = element("mark", evidence);
  mark.dataset["of"] = String(at);
  paragraph.append(mark);
  return paragraph;
}

/** Inserts report text as text only, never as markup. */
function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
}
