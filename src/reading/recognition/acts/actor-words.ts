import { cueFinder, listPhrases } from "../../../text/phrases/cue-table.ts";

/** Plural actors that may be a subject without an article: "…, attackers exploited a flaw". */
export const ACTORS =
  listPhrases(`actors, attackers, adversaries, intruders, hackers, operators, affiliates,
  criminals, cybercriminals, gangs, spies, thieves, burglars, perpetrators, fraudsters, extortionists, hacktivists,
  saboteurs`);

/** Words for the people who act in a report, by language. `*` matches any ending. To add a language, add an entry. */
export const ACTOR_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...ACTORS,
    ...listPhrases(`actor, attacker, adversary, intruder, hacker, operator, affiliate, gang, crew, collective,
      the group, threat group, perpetrator, fraudster, extortionist, hacktivist, saboteur`),
  ],
  de: listPhrases(`Angreifer*, Täter, Akteur*, Hacker, Hackergruppe, Kriminelle*, Eindringling*, Einbrecher*,
    Erpresser*, Betrüger*, die Gruppe, diese Gruppe`),
  fr: listPhrases(`attaquant*, pirates, acteur, acteurs, assaillant*, cybercriminel*, opérateurs, intrus,
    criminels, malfaiteurs, escrocs, le groupe, ce groupe`),
  es: listPhrases(`atacante*, actores, actor de amenazas, hackers, ciberdelincuente*, operadores, intrusos,
    delincuentes, criminales, estafadores, el grupo, este grupo`),
  ru: listPhrases(`злоумышленник*, атакующ*, хакер*, группировк*, преступник*, операторы, взломщик*, мошенник*,
    вымогатели, группа, эта группа`),
  zh: listPhrases(`攻击者, 黑客, 威胁行为者, 该组织, 攻击组织, 团伙, 入侵者, 不法分子, 犯罪分子`),
};

const OTHERS = Object.entries(ACTOR_WORDS).filter(([language]) => language !== "en");
const findOthers = cueFinder(OTHERS.map(([, actor]) => ({ actor })));

/**
 * Returns whether words in a language other than English name an actor. English has more precise rules, based on the
 * form of activity.
 */
export function namesForeignActor(words: string): boolean {
  return findOthers(words, 0, words.length).length > 0;
}
