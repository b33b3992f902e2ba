import type { HeadingMeaning } from "../headings/heading-kind.ts";
import type { SectionKind } from "../headings/section-kind.ts";
import { type HeadingForm, isStrong, type Relation, relationOf } from "./heading-form.ts";
import { isAllAdvice, keepsAdvising, type LookBelow, tellsOfActs } from "./look-below.ts";

/** A heading that may open a section. */
export interface Heading extends Omit<HeadingMeaning, "isWhole"> {
  /** Index of its block. */
  index: number;
  line: string;
  form: HeadingForm;
  /** Whether it names a technique by its id. */
  isTechnique: boolean;
}

interface Opening {
  kind: SectionKind;
  /** Null if no heading opened it. */
  form: HeadingForm | null;
}

/** Tracks the open section from heading to heading. */
export interface Scope {
  readonly kind: SectionKind;
  enter(heading: Heading): void;
  /** Ends all sections without a heading. */
  close(): void;
}

/** @param look as for `classifySections` */
export function createScope(look: LookBelow | undefined): Scope {
  /** Enclosing sections, outermost first. */
  let openings: Opening[] = [];
  const top = () => openings.at(-1);
  const relationToTop = (form: HeadingForm): Relation => {
    const opening = top();
    if (opening === undefined) return "unknown";
    return opening.form === null ? "behind" : relationOf(form, opening.form);
  };
  const open = (kind: SectionKind, { form }: Heading) => openings.push({ kind, form });
  const kindAlone = (heading: Heading): SectionKind => {
    const isAdvice =
      look?.mayBeAdvice(heading.index) && isAllAdvice(look.contentBelow(heading.index));
    return isAdvice === true ? "advice" : "body";
  };
  /** Closes the sections that a heading ends. Returns the kind of the one open until then, or null. */
  const closeBefore = ({ form }: Heading): SectionKind | null => {
    const kind = top()?.kind ?? null;
    const count = openings.length;
    while (openings.length > 0 && ["behind", "above"].includes(relationToTop(form))) openings.pop();
    return openings.length < count ? kind : null;
  };
  const openOwn = (kind: SectionKind, heading: Heading) => {
    while (openings.length > 0 && relationToTop(heading.form) === "unknown") {
      // Services and tools may appear among the indicators. More indicators follow them.
      if (top()?.kind === "indicators" && (kind === "services" || kind === "tools")) break;
      openings.pop();
    }
    open(kind, heading);
  };
  /** Returns the section below a heading without a clear kind, or null if the open section continues. */
  const inherited = (heading: Heading): SectionKind | null => {
    for (let opening = top(); opening?.form != null; opening = top()) {
      const { kind, form } = opening;
      const relation = relationOf(heading.form, form);
      if (kind !== "body" && relation === "below") return kind;
      if (kind !== "body" && goesOn(kind, form, heading, relation, look)) return null;
      if (kind === "body" && relation !== "unknown") break;
      openings.pop();
    }
    return kindAlone(heading);
  };
  return {
    get kind() {
      return top()?.kind ?? "body";
    },
    enter(heading) {
      const ended = closeBefore(heading);
      const own = ownKind(heading, ended ?? top()?.kind ?? "body", relationToTop(heading.form));
      if (own !== null) return openOwn(own, heading);
      if (ended !== null && isGuidance(ended) && look !== undefined) {
        if (keepsAdvising(look.contentBelow(heading.index))) return open(ended, heading);
      }
      const kind = inherited(heading);
      if (kind !== null) open(kind, heading);
    },
    close: () => {
      openings = [{ kind: "body", form: null }];
    },
  };
}

function isGuidance(kind: SectionKind): boolean {
  return kind === "advice" || kind === "detection";
}

/** Returns the kind that the words of a heading clearly state, or null. */
function ownKind(
  { kind, isFaint, isTechnique, form }: Heading,
  around: SectionKind,
  relation: Relation,
): SectionKind | null {
  if (isTechnique) return relation === "below" ? null : "body";
  if (kind === "turn" || kind === "subject") return null;
  if (isFaint && isGuidance(around)) return null;
  // A table of techniques may contain advice on each.
  return form.isCaption && kind !== null && isGuidance(kind) ? null : kind;
}

/** Returns whether a section continues below a heading whose words and level leave it open. */
function goesOn(
  kind: SectionKind,
  opening: HeadingForm,
  heading: Heading,
  relation: Relation,
  look: LookBelow | undefined,
): boolean {
  const isPart = relation === "within";
  const isWeaker = isStrong(opening) && !isStrong(heading.form);
  const isList = isPart || !isStrong(heading.form) || isStrong(opening);
  switch (kind) {
    case "related":
      return true;
    case "contents":
    case "definition":
      return false;
    case "references":
      if (look !== undefined && tellsOfActs(look.contentBelow(heading.index))) return false;
      return heading.kind !== "turn" && isList;
    case "indicators":
      // A chapter on the next malware has no distinct level if the format gives none.
      if (look !== undefined && tellsOfActs(look.contentBelow(heading.index))) return false;
      return heading.kind !== "turn" && isList;
    case "advice":
    case "detection":
      return look === undefined ? isPart || isWeaker : keepsGuiding(heading, isPart, look);
    default:
      return isPart || isWeaker;
  }
}

/** Returns whether guidance continues below a heading, judging by the content below it. */
function keepsGuiding(heading: Heading, isPart: boolean, look: LookBelow): boolean {
  const content = look.contentBelow(heading.index);
  if (!mayEnd(heading)) {
    // Titles name the advice, unless adversary activity follows them.
    return !isTitleCase(heading.line) || !tellsOfActs(content);
  }
  if (!isPart) return keepsAdvising(content);
  return !content.beginsWithAct && content.acts <= content.advising;
}

/** Returns whether a heading may end guidance. The content below it decides. */
function mayEnd({ kind, line, form }: Heading): boolean {
  // Few headings are known in other languages.
  return kind !== null || isStrong(form) || /[^\0-\x7F‘’“”–—]/u.test(line);
}

/** Returns whether all its longer words are capitalized. */
function isTitleCase(line: string): boolean {
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 0 && words.every((word) => /^\p{Lu}/u.test(word));
}
