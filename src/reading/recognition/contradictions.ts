import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { withoutMarker } from "../../text/document/list-marker.ts";
import { foldText } from "../../platform/lib/text.ts";
import type { TechniqueMention } from "./detectors.ts";
import { foldBlanks } from "../../text/document/fold-blanks.ts";

/** A printed id that the adjacent words contradict. */
export interface Contradiction {
  /** As printed. */
  attack_id: string;
  /** One plain sentence. */
  warning: string;
  /** The adjacent name if it belongs to another technique, which the words support. */
  supported: TechniqueMention | null;
}

/** Separator between an id and its label: a dash, a colon, a column. */
const LABEL_AFTER = /^[\])]?(?:[ \t]*[-–—:|\t][ \t]*|[ \t]+["“(]?)$/u;
const LABEL_BEFORE = /^["”]?[ \t]*[[(][ \t]*$/u;
const MAX_GAP = 6;
const MAX_LABEL = 60;

/**
 * Finds ids printed next to another technique's name, and revoked ids whose successor does not match their printed
 * name. Takes the names found by the detectors, in any order.
 */
export function findContradictions(
  text: string,
  mentions: readonly TechniqueMention[],
  release: ReleaseIndex,
): Contradiction[] {
  const inOrder = mentions.toSorted((a, b) => a.start - b.start);
  return inOrder.flatMap((mention, at) => {
    if (mention.hit?.kind !== "id") return [];
    const found = contradict(text, mention, inOrder[at - 1], inOrder[at + 1], release);
    return found === null ? [] : [found];
  });
}

function contradict(
  text: string,
  id: TechniqueMention,
  before: TechniqueMention | undefined,
  after: TechniqueMention | undefined,
  release: ReleaseIndex,
): Contradiction | null {
  const beside = [
    after !== undefined && isLabelAfter(text, id, after) ? after : null,
    before !== undefined && isLabelBefore(text, before, id) ? before : null,
  ].filter((name) => name !== null);
  const own = release.replacements.get(id.attack_id) ?? id.attack_id;
  if (beside.some(({ attack_id }) => attack_id === own || own.startsWith(`${attack_id}.`))) {
    return null;
  }
  const [name] = beside;
  if (name === undefined) return contradictSuccessor(text, id, release);
  const printed = foldBlanks(text.slice(name.start, name.end));
  const called = release.techniques.get(own)?.name;
  if (called === undefined) return null;
  const which = own === id.attack_id ? own : `${id.attack_id} (now ${own})`;
  const warning = `${which} is ${called}, but “${printed}”, printed beside it, is ${name.attack_id}.`;
  return { attack_id: id.attack_id, warning, supported: name };
}

function isLabelAfter(text: string, id: TechniqueMention, name: TechniqueMention): boolean {
  if (name.hit?.kind !== "name" || name.start < id.end || name.start - id.end > MAX_GAP)
    return false;
  const gap = text.slice(id.end, name.start);
  if (!LABEL_AFTER.test(gap)) return false;
  // In a flattened table, the name of the next row follows and has its own id.
  if (/^[ \t]*[[(|\t ]?[ \t]*[Tt]\d{4}/u.test(text.slice(name.end, name.end + 8))) return false;
  return /[-–—:|\t]/u.test(gap) || beginsCell(text.slice(Math.max(0, id.start - 4), id.start));
}

function isLabelBefore(text: string, name: TechniqueMention, id: TechniqueMention): boolean {
  if (name.hit?.kind !== "name" || name.end > id.start || id.start - name.end > MAX_GAP)
    return false;
  if (!LABEL_BEFORE.test(text.slice(name.end, id.start))) return false;
  // In prose ("over Remote Desktop Protocol [T1133]"), the id may refer to more than the last words.
  const isFull = /[:>→]/u.test(text.slice(name.start, name.end));
  const isFamily = name.attack_id.startsWith(`${id.attack_id}.`);
  return (
    isFull ||
    isFamily ||
    beginsCell(text.slice(Math.max(0, name.start - 3), name.start).replace(/[:;]/gu, "|"))
  );
}

/** Returns whether only a list marker and an opening bracket or quote precede the text in its line or cell. */
function beginsCell(before: string): boolean {
  const own = /[^\n\r|\t]*$/u.exec(before)?.[0] ?? "";
  return /^[ *]*["“[(]?$/u.test(withoutMarker(own));
}

/** Returns a contradiction for a revoked id whose printed name differs from its successor's. */
function contradictSuccessor(
  text: string,
  { attack_id, start, end }: TechniqueMention,
  release: ReleaseIndex,
): Contradiction | null {
  const successor = release.replacements.get(attack_id);
  const called = successor === undefined ? undefined : release.techniques.get(successor)?.name;
  if (successor === undefined || called === undefined) return null;
  const label = labelOf(text, start, end);
  if (label === null) return null;
  const words = stemsOf(label);
  const parent = release.techniques.get(successor.split(".")[0] ?? "")?.name ?? "";
  const known = new Set([...stemsOf(called), ...stemsOf(parent)]);
  const shared = words.filter((word) => known.has(word)).length;
  if (words.length === 0 || shared * 2 >= words.length) return null;
  const warning = `${attack_id} is replaced by ${successor} ${called}, but the report calls it “${label}”.`;
  return { attack_id, warning, supported: null };
}

/** Returns two to six capitalized words right after an id, or right before an id in brackets. */
function labelOf(text: string, start: number, end: number): string | null {
  const words = String.raw`\p{Lu}[\p{L}&/-]+(?:[ \t]+(?:[\p{Lu}][\p{L}&/-]*|and|or|of|over|the|for|in|to|with|via|from)){1,5}`;
  const behind = new RegExp(String.raw`^[\])]?[ \t]*[-–—:|]?[ \t]*(${words})`, "u").exec(
    text.slice(end, end + MAX_LABEL),
  );
  if (behind?.[1] !== undefined) return behind[1].trim();
  const ahead = new RegExp(String.raw`(${words})[ \t]*[[(][ \t]*$`, "u").exec(
    text.slice(Math.max(0, start - MAX_LABEL), start),
  );
  return ahead?.[1]?.trim() ?? null;
}

function stemsOf(words: string): string[] {
  return (foldText(words).match(/\p{L}{3,}/gu) ?? [])
    .filter((word) => !/^(?:and|the|for|over|with|via|from)$/u.test(word))
    .map((word) => word.slice(0, 5));
}
