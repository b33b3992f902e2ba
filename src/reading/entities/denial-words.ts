import { cueFinder, type Cues, listPhrases } from "../../text/phrases/cue-table.ts";

/**
 * Where words say that a group was not behind something: before or behind its name, near it. Those of `not` and
 * `behind` also do right before it.
 */
type Denial = "not" | "before" | "behind";

/** Phrases by language; `*` is any ending. To add a language, add an entry. */
const DENIAL: Readonly<Record<string, Cues<Denial>>> = {
  en: {
    not: ["not", "not by", "not to", "not from", "rather than", "instead of", "never"],
    before:
      listPhrases(`initially attributed to, first attributed to, originally attributed to, initially linked to,
      first linked to, initially blamed on, first blamed on, wrongly attributed to, falsely attributed
      to, mistakenly attributed to, misattributed to, not linked to, not related to, not connected to,
      unrelated to, no link to, no links to, no connection to, no evidence of, no evidence that,
      nothing to do with, rule out, ruled out, rules out, not the work of, posed as, posing as,
      pretend* to be, claim* to be, claim* to represent, impersonat*`),
    behind:
      listPhrases(`not responsible, not involved, not behind, not to blame, not the actor, not the group, nothing
      to do with, played no part, played no role, had no part, had no role, ruled out, initially
      blamed, wrongly blamed, first suspected, initially suspected, unlikely to be, denied
      responsibility, denied involvement, denied any`),
  },
  de: {
    not: ["nicht", "nicht von", "statt"],
    before: ["zunächst", "anfangs", "ursprünglich", "fälschlich*", "keine Verbindung zu"],
    behind: listPhrases(
      `nicht verantwortlich, nicht beteiligt, nicht hinter, nichts mit, ausgeschlossen`,
    ),
  },
  fr: {
    not: ["et non", "pas", "non pas"],
    before: ["initialement attribué*", "d'abord attribué*", "attribué* à tort", "aucun lien avec"],
    behind: listPhrases(
      `pas responsable, pas impliqué, pas derrière, pas à l'origine, rien à voir, exclu, écarté`,
    ),
  },
  es: {
    not: ["no", "no a", "no de"],
    before: ["inicialmente atribuid*", "atribuid* erróneamente", "sin relación con"],
    behind:
      listPhrases(`no fue responsable, no es responsable, no está detrás, no estuvo detrás, nada que ver,
      descartad*`),
  },
  ru: {
    not: ["не", "а не"],
    before: ["первоначально", "сначала", "ошибочно"],
    behind: ["не причастн*", "непричастн*", "не имеет отношения", "не стоит за", "исключен*"],
  },
  zh: {
    not: ["而非"],
    before: ["最初归因于", "起初归因于", "误认为", "排除"],
    behind: ["并非", "不是", "无关", "未参与", "没有参与"],
  },
};

const find = cueFinder(Object.values(DENIAL));
const NEAR = 45;
const TOUCHING = 1;
/** What ends the reach of a word: the next clause. */
const OTHER_CLAUSE =
  /[;:.]|,? (?:but|aber|sondern|mais|pero|sino|но|а) |，|, (?:and|which|who|while|although|though) /u;

/** Whether the words around a group's name, within its sentence, say that it was not behind what is told. */
export function isDenied(
  text: string,
  place: { start: number; end: number },
  sentence: { start: number; end: number },
): boolean {
  const from = Math.max(sentence.start, place.start - NEAR);
  const isBefore = find(text, from, place.start).some(({ meaning, end }) => {
    const between = text.slice(end, place.start);
    return meaning === "before"
      ? !between.includes(",") && !OTHER_CLAUSE.test(between)
      : between.length <= TOUCHING;
  });
  const to = Math.min(sentence.end, place.end + NEAR);
  return (
    isBefore ||
    find(text, place.end, to).some(
      ({ meaning, start }) =>
        meaning === "behind" && !OTHER_CLAUSE.test(text.slice(place.end, start)),
    )
  );
}
