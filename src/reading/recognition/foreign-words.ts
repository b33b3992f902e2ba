// A few words of other languages for what `aside-words.ts` knows of English.

/** Words that show a language; two of them make a sentence one of it. */
interface ForeignWords {
  isWritten: RegExp;
  negation: RegExp;
  advice: RegExp;
}

const LATIN: readonly ForeignWords[] = [
  {
    // German
    isWritten:
      /(?<!\p{L})(?:der|die|das|und|nicht|keine?n?|wurden?|mit|von|für|sollten?|werden|auf|ist|eine?n?)(?!\p{L})/giu,
    negation: /(?<!\p{L})(?:nicht(?! nur)|kein(?:e[nrms]?)?|niemals|weder)(?!\p{L})/giu,
    advice:
      /(?<!\p{L})(?:sollten?|empfehlen|empfohlen|empfiehlt|müssen (?:Sie|Unternehmen)|Unternehmen müssen|stellen Sie|aktivieren Sie|deaktivieren Sie|verwenden Sie|achten Sie)(?!\p{L})/iu,
  },
  {
    // Spanish
    isWritten:
      /(?<!\p{L})(?:el|los|las|del|que|una?|para|con|por|se|es|en|deben?|fue(?:ron)?)(?!\p{L})/giu,
    negation:
      /(?<!\p{L})(?:no(?! (?:solo|sólo|solamente))|nunca|tampoco|sin (?:usar|utilizar|emplear))(?!\p{L})/giu,
    advice:
      /(?<!\p{L})(?:deben?|debería[ns]?|se recomienda|recomendamos|recomienda|se aconseja|es (?:recomendable|necesario|importante)|conviene)(?!\p{L})/iu,
  },
  {
    // French
    isWritten:
      /(?<!\p{L})(?:le|la|les|des|du|une?|est|pour|avec|dans|par|pas|ne|sont|ont|et|il|elle)(?!\p{L})/giu,
    negation:
      /(?<!\p{L})(?:ne(?! \S+ pas seulement)|n['’](?=\p{L})|aucune?|jamais)(?:(?<=['’])|(?!\p{L}))/giu,
    advice:
      /(?<!\p{L})(?:devraient|devrait|doivent|doit être|recommand(?:é|ée|ons|e)|il (?:faut|convient|est (?:conseillé|recommandé|important))|veillez|activez|désactivez|utilisez)(?!\p{L})/iu,
  },
];

const CYRILLIC: ForeignWords = {
  isWritten: /[\p{Script=Cyrillic}]{3,}/gu,
  negation: /(?<!\p{L})(?:не(?! только)|никогда|ни|без использования)(?!\p{L})/giu,
  advice:
    /(?<!\p{L})(?:рекоменду\p{L}+|следует|долж(?:ны|ен|на|но)|необходимо|советуем|нужно)(?!\p{L})/iu,
};

const HAN: ForeignWords = {
  isWritten: /[\p{Script=Han}]{2,}/gu,
  negation: /没有|并未|从未|未(?:使用|发现|观察|见|采用|执行|利用)|(?<!但|而)不(?:使用|会|是|再)/gu,
  advice:
    /建议|应该|应当|应(?:禁用|启用|限制|及时|定期|使用)|推荐|请(?:勿|及时|使用|启用|禁用)|务必/u,
};

/** The words of the language that a sentence is written in; null for English and what is not known. */
export function foreignWordsOf(sentence: string): ForeignWords | null {
  if (/[\u0080-\uffff]/.test(sentence)) {
    if ((sentence.match(/\p{Script=Cyrillic}/gu)?.length ?? 0) > 12) return CYRILLIC;
    if ((sentence.match(/\p{Script=Han}/gu)?.length ?? 0) > 5) return HAN;
  }
  if (ENGLISH.test(sentence)) return null;
  const counted = LATIN.map((words) => ({
    words,
    count: sentence.match(words.isWritten)?.length ?? 0,
  })).toSorted((a, b) => b.count - a.count);
  const [first] = counted;
  if (first === undefined) return null;
  return first.count >= 2 || first.words.advice.test(sentence) ? first.words : null;
}

const ENGLISH = /\b(?:the|and|was|were|is|of|to|with|this|that|has|have|not|does|it)\b/i;
