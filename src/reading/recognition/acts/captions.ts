import { CAPTION, CAPTION_ACT, FURNITURE, LABELLED, TEASER } from "./aside-words.ts";
import { reportsAct, reportsNamedAct } from "./reports-act.ts";
import type { AsideReason } from "./aside-reasons.ts";

/**
 * Words from which a numbered caption describes an action, even without a verb: "Figure 7: Upload of the archive to a
 * share".
 */
const TELLING_WORDS = 4;

/** Returns whether a caption is evidence, and not a few words that name a thing. */
function saysMuch(words: string): boolean {
  const [label = ""] = CAPTION.exec(words) ?? [];
  const said = words.slice(label.length).match(/\p{L}{3,}/gu) ?? [];
  return label !== "" && said.length >= TELLING_WORDS;
}

/** Returns whether a caption has a finite verb: "Figure 3 – The macro which runs the loader". */
function captionTellsOfAct(words: string): boolean {
  const rest = words.replace(CAPTION, "").replace(LABELLED, "").trim();
  return reportsAct(words) || reportsAct(rest) || reportsNamedAct(rest) || CAPTION_ACT.test(rest);
}

const MAX_CAPTION = 160;
const MAX_SENTENCE = 110;
const MAX_TEASER = 140;

/** Digests, and fragments of them in narrow tables. */
const HEX =
  /(?=[\da-fA-F]{8})(?<![\p{L}\d])(?=[\da-fA-F]*\d)(?=[\da-fA-F]*[a-fA-F])[\da-fA-F]{8,}(?![\p{L}\d])/gu;

/** Returns whether words are a row of an indicator list: digests and almost nothing else. */
function isRowOfDigests(words: string): boolean {
  const digests = words.match(HEX) ?? [];
  if (digests.length < 3) return false;
  return digests.join("").length * 2 > words.replace(/\s+/gu, "").length;
}

/** Returns whether a caption has no text after it. Lost formatting joins captions to prose, which then counts. */
function isBare(words: string): boolean {
  return words.length < (/[.!?]$/u.test(words) ? MAX_SENTENCE : MAX_CAPTION);
}

/**
 * Returns whether a sentence belongs to the page or to a picture, not to the account.
 * @param section why the sentences of its section describe no activity, or null
 */
export function isCaptionOrTeaser(words: string, section: AsideReason | null): boolean {
  if (TEASER.test(words)) return words.length < MAX_CAPTION;
  if (FURNITURE.test(words)) return !reportsAct(words);
  if (CAPTION.test(words) || LABELLED.test(words)) {
    return isBare(words) && !saysMuch(words) && !captionTellsOfAct(words);
  }
  if (isRowOfDigests(words)) return true;
  if (section !== "furniture") return false;
  return (words.length < MAX_TEASER && !/[.!]$/u.test(words)) || !reportsAct(words);
}
