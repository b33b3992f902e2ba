import type { HeadingMeaning } from "../headings/heading-kind.ts";
import type { SectionKind } from "../headings/section-kind.ts";
import { type HeadingForm, isStrong, type Relation, relationOf } from "./heading-form.ts";
import { isAllAdvice, keepsAdvising, type LookBelow, tellsOfActs } from "./look-below.ts";

/** A heading that may open a section. */
export interface Heading extends Omit<HeadingMeaning, "isWhole"> {
  /** Of its block. */
  index: number;
  line: string;
  form: HeadingForm;
  /** It names a technique by its id. */
  isTechnique: boolean;
}

interface Opening {
  kind: SectionKind;
  /** Null where no heading opened it. */
  form: HeadingForm | null;
}

/** Which section is open, from heading to heading. */
export interface Scope {
  readonly kind: SectionKind;
  enter(heading: Heading): void;
  /** Ends all sections where no heading does. */
  close(): void;
}

/** @param look as for `classifySections` */
export function createScope(look: LookBelow | undefined): Scope {
  /** The sections around, the outermost first. */
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
  /** Closes what a heading surely ends, and returns the kind of the section that went on until then. */
  const closeBefore = ({ form }: Heading): SectionKind | null => {
    const kind = top()?.kind ?? null;
    const count = openings.length;
    while (openings.length > 0 && ["behind", "above"].includes(relationToTop(form))) openings.pop();
    return openings.length < count ? kind : null;
  };
  const openOwn = (kind: SectionKind, heading: Heading) => {
    while (openings.length > 0 && relationToTop(heading.form) === "unknown") {
      // Services and tools may stand among the indicators; what follows them are indicators again.
      if (top()?.kind === "indicators" && (kind === "services" || kind === "tools")) break;
      openings.pop();
    }
    open(kind, heading);
  };
  /** The section that goes on below a heading that says nothing itself, null where it goes on as it was. */
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

/** The kind of which the words of a heading leave no doubt. */
function ownKind(
  { kind, isFaint, isTechnique, form }: Heading,
  around: SectionKind,
  relation: Relation,
): SectionKind | null {
  if (isTechnique) return relation === "below" ? null : "body";
  if (kind === "turn" || kind === "subject") return null;
  if (isFaint && isGuidance(around)) return null;
  // A table of techniques may have advice on each of them.
  return form.isCaption && kind !== null && isGuidance(kind) ? null : kind;
}

/** Whether a section goes on below a heading of which neither the words nor the level say so. */
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
      // A chapter on the next malware has no level of its own where the format gives none.
      if (look !== undefined && tellsOfActs(look.contentBelow(heading.index))) return false;
      return heading.kind !== "turn" && isList;
    case "advice":
    case "detection":
      return look === undefined ? isPart || isWeaker : keepsGuiding(heading, isPart, look);
    default:
      return isPart || isWeaker;
  }
}

/** Whether guidance goes on below a heading, as far as what is below it says. */
function keepsGuiding(heading: Heading, isPart: boolean, look: LookBelow): boolean {
  const content = look.contentBelow(heading.index);
  if (!mayEnd(heading)) {
    // Titles are what is advised, unless acts stand below them.
    return !isTitleCase(heading.line) || !tellsOfActs(content);
  }
  if (!isPart) return keepsAdvising(content);
  return !content.beginsWithAct && content.acts <= content.advising;
}

/** Whether a heading may end guidance, which what stands below it decides. */
function mayEnd({ kind, line, form }: Heading): boolean {
  // Of other languages too few headings are known.
  return kind !== null || isStrong(form) || /[^\0-\x7F‘’“”–—]/u.test(line);
}

/** Most of its longer words have their capital. */
function isTitleCase(line: string): boolean {
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 0 && words.every((word) => /^\p{Lu}/u.test(word));
}
