import { CAPTION, CAPTION_ACT, FURNITURE, TEASER } from "./aside-words.ts";
import { reportsAct, reportsNamedAct } from "./reports-act.ts";
import type { Section } from "./sections.ts";

/** A caption with a finite verb: "Figure 3 – The macro which runs the loader". */
function captionTellsOfAct(words: string): boolean {
  const rest = words.replace(CAPTION, "").trim();
  return reportsAct(words) || reportsAct(rest) || reportsNamedAct(rest) || CAPTION_ACT.test(rest);
}

const MAX_CAPTION = 160;
const MAX_TEASER = 140;

/** Lost formatting glues a caption to the prose behind it, which then counts. */
export function isFurniture(words: string, section: Section): boolean {
  if (TEASER.test(words)) return words.length < MAX_CAPTION;
  if (FURNITURE.test(words)) return !reportsAct(words);
  if (CAPTION.test(words)) return words.length < MAX_CAPTION && !captionTellsOfAct(words);
  if (section !== "furniture") return false;
  return (words.length < MAX_TEASER && !/[.!]$/u.test(words)) || !reportsAct(words);
}
