import type { Span } from "../../text/document/document.ts";
import { isRunByPeople, readDeed } from "../recognition/acts/reports-act.ts";
import { findSaid, type Said } from "./words.ts";

/** Maximum distance from a name to its verb in languages without rules for verb forms. */
const NEAR = 36;
const BEFORE = 120;
const BEHIND = 160;
const ENDS = /[.;:!?。；：！？]/u;
const DEEDS: ReadonlySet<Said> = new Set(["act", "use", "drop", "download", "exploit"]);

/** Words between the start of a clause and the name that acts in it: "Russian threat group", "the". */
const TITLES =
  /(?:(?:the|an?|this|these|some|another|suspected|notorious|infamous|new|recent|same|known|\p{L}+-(?:sponsored|linked|nexus|aligned|backed|speaking|based)|(?:Chinese|Russian|Iranian|North Korean|Vietnamese|Pakistani|Indian|Turkish|Israeli|Belarusian)|threat|cyber|cybercrime|cybercriminal|ransomware|espionage|hacking|extortion|APT|groups?|actors?|adversary|adversaries|gang|collective|crew|cluster|malware|backdoor|trojan|loader|botnet|infostealer|stealer|worm|wiper|implant|campaign|operation|dubbed|called|named|as)\s+)+$/iu;
/** Text before the start of a clause. */
const CLAUSE =
  /(?:^|T\d{4}(?:\.\d{3})?\s+|[.,;:!?()[\]"“”‘\n–—|•*-]\s*|(?:^|\s)(?:that|when|where|and|then|after|as|because|while|before|once|but|which|observed|saw|seen|how|since|although|whereas|said|reported|believes?)\s+)$/iu;
/** Words of other languages that make the name after them an object. */
const OBJECT =
  /(?:^|[^\p{L}])(?:von|gegen|durch|bei|zu|an|auf|über|mit|für|wie|de|des|du|par|contre|à|avec|pour|sur|comme|por|contra|a|con|para|del|como|от|против|к|с|на|для|о|об|как|у|операторы|операторов)\s+$|[被由对向针与和]$|归因于$/iu;
/** A passive whose actor is the name right after these words. Excludes verbs of naming, owning and reporting. */
const PASSIVE =
  /(?<!\p{L})(?!(?:owned|named|dubbed|tracked|reported|published|discovered|described|monitored|documented) )\p{Ll}{2,}(?:ed|en|un|ung|ent|one) by (?:the )?(?:(?:threat|ransomware) )?(?:(?:group|actors?|gang) )?$/u;

/** Returns whether a text is in a language whose actions are recognized by their verbs alone. */
export function isForeign(text: string, language: string | null): boolean {
  return /[\p{Script=Cyrillic}\p{Script=Han}]/u.test(text) || /^(?:de|fr|es)/.test(language ?? "");
}

/**
 * Returns who acts at a name: the `name` itself, or `people` who run it. Null if the text reports no action. A name
 * near an action is not necessarily its actor.
 */
export function actorAt(text: string, place: Span, foreign: boolean): "name" | "people" | null {
  const before = text.slice(Math.max(0, place.start - BEFORE), place.start);
  const behind = text.slice(place.end, place.end + BEHIND);
  if (PASSIVE.test(before)) return isRunByPeople(behind) ? "people" : "name";
  if (foreign && isForeign(before + behind, "de"))
    return actsInWords(before, behind) ? "name" : null;
  return CLAUSE.test(before.replace(TITLES, "")) ? readDeed(behind) : null;
}

function actsInWords(before: string, behind: string): boolean {
  if (OBJECT.test(before)) return false;
  const near = behind.slice(0, NEAR);
  return findSaid(near).some(
    ({ meaning, start }) => DEEDS.has(meaning) && !ENDS.test(near.slice(0, start)),
  );
}
