import type { Sentence } from "../../text/sentences/sentences.ts";
import { COUNTRIES, COUNTRY_WORDS } from "./country-names.ts";
import { MentionList } from "./mentions.ts";
import type { Entities } from "./schema.ts";
import { SECTORS } from "./sector-words.ts";

type Victims = Pick<Entities, "sectors" | "countries">;

/** Verbs of attacks whose victim follows, up to the next clause. */
const DONE =
  /\b(?:target(?:ed|s|ing)?|attack(?:ed|s|ing)?(?:(?: on| against))?|compromis(?:ed|es|ing)|breach(?:ed|es|ing)|victimi[sz](?:ed|ing)|impact(?:ed|ing)|affect(?:ed|ing)|infect(?:ed|ing)|hit|struck|disrupt(?:ed|ing)|exploited|against(?! the backdrop)|victims? (?:in|from|across|includ(?:e|ed|ing)|(?:were|are|is|was) (?:located |based )?in|organi[sz]ations? in)|intrusions? (?:into|at|of)|threat to|(?:activity|incidents?|infections?|operations|first observed) in)\b/gi;
/** Passive verbs of attacks whose victim precedes them. */
const SUFFERED =
  /\b(?:was|were|been|being|are|is)\s(?:\p{L}{1,15}ly\s)?(?:targeted|attacked|compromised|breached|affected|impacted|infected|hit|victimi[sz]ed|struck|among the (?:victims|targets))\b/giu;
/** The end of the text about the victim. */
const CLAUSE_END =
  /:|\b(?:by|using|via|through|with|which|that|who|where|when|while|because|involving|focus(?:ed|es)?|after|before|since|between|during|as|are|is|was|were|has|have|had|should|can|could|may|might|to)\b/i;
/** Advice, and text addressed to the readers. */
const ADVICE =
  /\b(?:should|must|contact|report (?:to|the|any|incidents)|recommend|encourag|urge|advis(?:e|es|ed)\b|guidance|mitigat|if you|please|visit|subscri|law enforcement|cve-|https?:)/i;
/** Text after a country's name that makes it the origin of the adversary or an authority. */
const NO_VICTIM =
  /^(?:-\s?(?:and|or)\b|\$|\s(?:Sea|Ocean|Columbia|Airways)\b)|^[\s-]{0,3}(?:state|nation|government|military|intelligence|ministry)?[\s-]{0,3}(?:sponsored|backed|linked|affiliated|nexus|aligned|based (?:actor|group|threat|hacker|apt|cyber)|speaking|actors?|groups?|hackers?|apts?|threat|cyber|adversar|intelligence|military intelligence|cert\b|national (?:cyber|security)|federal bureau|department of|cybersecurity|computer emergency|law enforcement|ministry of state|affairs)/i;
/** Text before the word that denies the attack. */
const NOT_DONE =
  /\b(?:not|never|avoid(?:s|ed|ing)?|no longer|without|refrain\p{L}{0,4} from)\s(?:\p{L}{1,15}\s)?$/iu;
/** Text before a country's name that makes it a region, or a place named after the country. */
const OTHER_PLACE = /(?:Latin|Northern|Southern|North|South|Central|New|Gulf of)\s$/;
/** Maximum distance between the verb and the victim, in characters. */
const REACH = 320;

/**
 * Returns the sectors and countries that a sentence reports as attacked. Excludes countries of the adversary or an
 * authority.
 */
export function findVictims(text: string, sentences: readonly Sentence[]): Victims {
  const sectors = new MentionList<{ name: string }>(text);
  const countries = new MentionList<{ code: string; name: string }>(text);
  for (const { start, end } of sentences) {
    const words = text.slice(start, end);
    if (words.search(DONE) < 0 || ADVICE.test(words)) continue;
    for (const reach of reachesOf(words)) {
      const at = start + reach.start;
      const told = words.slice(reach.start, reach.end);
      for (const { name, pattern } of SECTORS) {
        // `matchAll` copies its pattern, and most patterns do not occur in the words.
        if (told.search(pattern) === -1) continue;
        for (const { 0: printed, index } of told.matchAll(pattern)) {
          sectors.add(name, { start: at + index, end: at + index + printed.length }, () => ({
            name,
          }));
        }
      }
      for (const { 0: printed, index } of told.matchAll(COUNTRY_WORDS)) {
        const [before, after] = [told.slice(0, index), told.slice(index + printed.length)];
        if (OTHER_PLACE.test(before) || NO_VICTIM.test(after + words.slice(reach.end))) continue;
        const country = COUNTRIES.get(printed.replaceAll(/[.\s]+/g, " ").trim());
        if (country === undefined) continue;
        const place = { start: at + index, end: at + index + printed.length };
        countries.add(country.code, place, () => country);
      }
    }
  }
  return { sectors: sectors.byCount(), countries: countries.byCount() };
}

/** Returns the parts of a sentence that name the victim. */
function reachesOf(words: string): { start: number; end: number }[] {
  const reaches: { start: number; end: number }[] = [];
  let told = 0;
  for (const { 0: done, index } of words.matchAll(DONE)) {
    if (index < told || NOT_DONE.test(words.slice(Math.max(0, index - 40), index))) continue;
    const start = index + done.length;
    const after = words.slice(start, start + REACH);
    const stop = after.search(CLAUSE_END);
    const end = start + (stop < 0 ? after.length : stop);
    if (end <= start) continue;
    reaches.push({ start, end });
    told = end;
  }
  for (const { index } of words.matchAll(SUFFERED)) {
    const from = Math.max(0, index - REACH);
    const before = words.slice(from, index);
    const clause = Math.max(
      before.lastIndexOf(";"),
      before.lastIndexOf(":"),
      before.lastIndexOf(". "),
    );
    const start = from + clause + 1;
    if (!reaches.some((reach) => reach.start < index && reach.end > start)) {
      reaches.push({ start, end: index });
    }
  }
  return reaches;
}
