import type { Span } from "../../text/document/document.ts";
import { cueFinder, type Cues, listPhrases } from "../../text/phrases/cue-table.ts";

/**
 * How nearby words deny a name. It was not responsible (`not` right before the name, `before` it, `behind` it, `around`
 * it on either side), or software was not used (`unused` before its name, `absent` after it). `once` denies only near a
 * word of `blame`: "zunächst APT29 zugeschrieben".
 */
type Denial = "not" | "before" | "behind" | "around" | "once" | "blame" | "unused" | "absent";

/** Phrases by language. `*` matches any ending. To add a language, add an entry. */
const DENIAL: Readonly<Record<string, Cues<Denial>>> = {
  en: {
    not: ["not", "not by", "not to", "not from", "rather than", "instead of", "never"],
    before:
      listPhrases(`initially attributed to, first attributed to, originally attributed to, initially linked to,
      first linked to, initially blamed on, first blamed on, wrongly attributed to, falsely attributed
      to, mistakenly attributed to, misattributed to, not linked to, not related to, not connected to,
      unrelated to, no link to, no links to, no connection to, no evidence of, no evidence that,
      rule out, rules out, not the work of, posed as, posing as, not believe, not think, not attribute,
      pretend* to be, claim* to be, claim* to represent, impersonat*`),
    behind:
      listPhrases(`not responsible, not involved, not behind, not to blame, not the actor, not the group,
      played no part, played no role, had no part, had no role, initially
      blamed, wrongly blamed, first suspected, initially suspected, unlikely to be, denied
      responsibility, denied involvement, denied any`),
    around: ["ruled out", "nothing to do with"],
    unused: listPhrases(
      `not use, not using, not deploy, not drop, not run, not install, never used, never deployed,
      without using, no trace of, no traces of, no sign of, no signs of`,
    ),
    absent: listPhrases(
      `not found, not used, not deployed, not dropped, not observed, not present, not installed,
      was never used, were never used`,
    ),
  },
  de: {
    not: ["nicht", "nicht von", "statt"],
    before: ["fälschlich*", "keine Verbindung zu", "glauben nicht dass"],
    behind: listPhrases(
      `nicht verantwortlich, nicht beteiligt, nicht hinter, nichts mit, ausgeschlossen`,
    ),
    once: ["zunächst", "anfangs", "ursprünglich"],
    blame: listPhrases(
      `zugeschrieben, zugeordnet, zugerechnet, verdächtigt, vermutet, in Verbindung gebracht`,
    ),
    unused: ["keine Spur von", "ohne Einsatz von"],
    absent: listPhrases(
      `nicht verwendet, nicht eingesetzt, nicht benutzt, nicht genutzt, nicht gefunden, nicht ein`,
    ),
  },
  fr: {
    not: ["et non", "pas", "non pas"],
    before:
      listPhrases(`initialement attribué*, d'abord attribué*, attribué* à tort, aucun lien avec, ne croyons pas que,
      ne pensons pas que`),
    behind: listPhrases(
      `pas responsable, pas impliqué, pas derrière, pas à l'origine, rien à voir, exclu, écarté`,
    ),
    unused: ["pas utilisé", "pas déployé", "pas employé", "sans utiliser"],
    absent: ["pas été utilisé*", "pas été déployé*", "pas été trouvé*"],
  },
  es: {
    not: ["no", "no a", "no de"],
    before: listPhrases(
      `inicialmente atribuid*, atribuid* erróneamente, sin relación con, no creemos que`,
    ),
    behind:
      listPhrases(`no fue responsable, no es responsable, no está detrás, no estuvo detrás, nada que ver,
      descartad*`),
    unused: ["no usaron", "no utilizaron", "no desplegaron", "sin usar"],
    absent: [
      "no fue utilizad*",
      "no fue usad*",
      "no fue encontrad*",
      "no se encontró",
      "no se usó",
    ],
  },
  ru: {
    not: ["не", "а не"],
    before: ["ошибочно", "не считаем что", "не думаем что"],
    behind: ["не причастн*", "непричастн*", "не имеет отношения", "не стоит за", "исключен*"],
    once: ["первоначально", "сначала"],
    blame: ["приписыва*", "приписа*", "связыва*", "подозрева*", "обвин*"],
    unused: ["не использовали", "не применяли", "не запускали"],
    absent: ["не использовал*", "не применял*", "не был* обнаружен*", "не обнаружен*"],
  },
  zh: {
    not: ["而非"],
    before: ["最初归因于", "起初归因于", "误认为", "排除", "不认为"],
    behind: ["并非", "不是", "无关", "未参与", "没有参与"],
    unused: ["未使用", "没有使用", "未发现"],
    absent: ["未被使用", "未被发现"],
  },
};

const find = cueFinder(Object.values(DENIAL));
const NEAR = 45;
const TOUCHING = 1;
/** The end of a word's scope: the next clause. */
const OTHER_CLAUSE =
  /[;:.]|,? (?:but|aber|sondern|mais|pero|sino|но|а) |，|, (?:and|which|who|while|although|though) | and (?:\p{Ll}+ed|ran|then|instead) /u;

const BEFORE_NAME: ReadonlySet<Denial> = new Set(["not", "before", "unused"]);
/** These apply to a name after them only if it follows directly: "it was not APT28", "并非APT28". */
const BEHIND_NAME: ReadonlySet<Denial> = new Set(["not", "behind", "absent"]);

/** Whether a name is an actor's or software's. */
export type NamedKind = "actor" | "software";

/**
 * Returns whether the words around a name, within its sentence, deny that it was responsible or, for software, used.
 */
export function isDenied(
  text: string,
  place: Span,
  sentence: Span,
  kind: NamedKind = "actor",
): boolean {
  const said = meaningsAround(text, place, sentence);
  const isOf = (...meanings: Denial[]) => meanings.some((meaning) => said.has(meaning));
  if (isOf("not", "before", "behind", "around") || (isOf("once") && isOf("blame"))) return true;
  return kind === "software" && isOf("unused", "absent");
}

/** Returns the denials whose words apply to a name. */
function meaningsAround(text: string, place: Span, sentence: Span): Set<Denial> {
  const from = Math.max(sentence.start, place.start - NEAR);
  const to = Math.min(sentence.end, place.end + NEAR);
  const before = find(text, from, place.start).filter(({ meaning, end }) => {
    const between = text.slice(end, place.start);
    if (BEHIND_NAME.has(meaning)) return between.length <= TOUCHING;
    return !between.includes(",") && !OTHER_CLAUSE.test(between);
  });
  const behind = find(text, place.end, to).filter(
    ({ meaning, start }) =>
      !BEFORE_NAME.has(meaning) && !OTHER_CLAUSE.test(text.slice(place.end, start)),
  );
  return new Set([...before, ...behind].map(({ meaning }) => meaning));
}
