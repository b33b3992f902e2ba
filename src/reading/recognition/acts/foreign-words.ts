// A few words in other languages for the English patterns of `aside-words.ts`.

import { CHINESE, FRENCH, type ForeignAsides, GERMAN, RUSSIAN, SPANISH } from "./foreign-asides.ts";

/** Words that identify a language. A sentence with two of them is in that language. */
interface ForeignWords {
  isWritten: RegExp;
  negation: RegExp;
  advice: RegExp;
  /** Patterns of suppositions and explanations. */
  asides: ForeignAsides;
}

const LATIN: readonly ForeignWords[] = [
  {
    // German
    asides: GERMAN,
    isWritten:
      /(?<!\p{L})(?:der|die|das|und|nicht|keine?n?|wurden?|mit|von|für|sollten?|werden|auf|ist|eine?n?|zu|sich|nur|über|dem|den|des|im|als|auch|nach|bei|vor|sie|ohne|kann|können|könnten?|haben|oder|unter|alle[nrs]?)(?!\p{L})/giu,
    negation:
      /(?<!\p{L})(?:nicht(?! nur)|nichts|unbekannt|unklar|kein(?:e[nrms]?|erlei|esfalls|eswegs)?|niemals|nie|weder|ohne (?:[^,.;]{0,40} )?(?:zu (?:verwenden|nutzen|benutzen|verändern|ändern|verschlüsseln|stehlen|löschen|installieren|kopieren)|(?:einzusetzen|auszuführen|herunterzuladen|hochzuladen)))(?!\p{L})/giu,
    advice:
      /(?<!\p{L})(?:soll(?:t?en?)|empfehlen|empfohlen|empfiehlt|müssen (?:Sie|Unternehmen)|Unternehmen müssen|ratsam|(?:stellen|aktivieren|deaktivieren|verwenden|achten) Sie|(?:ist|sind) (?:darauf zu achten|zu (?:de)?aktivieren|zu sperren|zu blockieren))(?!\p{L})|^\P{L}*\p{L}{3,}en Sie(?!\p{L})/iu,
  },
  {
    // Spanish
    asides: SPANISH,
    isWritten:
      /(?<!\p{L})(?:el|los|las|del|que|una?|para|con|por|se|es|en|de|hay|su|al|más|como|deben?|fue(?:ron)?)(?!\p{L})/giu,
    negation:
      /(?<!\p{L})(?:no(?! (?:solo|sólo|solamente))|nunca|jamás|tampoco|(?<=^\P{L}*)ning[uú]n(?:a|o)?|nada (?:fue|indica|sugiere)|se desconoce|sin (?:usar|utilizar|emplear|cifrar|robar|exfiltrar|modificar|cambiar|borrar|eliminar|instalar|desplegar|ejecutar|copiar))(?!\p{L})/giu,
    advice:
      /(?<!\p{L})(?:deben?(?! a(?!\p{L}))|debería[ns]?|se recomienda|recomendamos|recomienda|se aconseja|se sugiere|es (?:recomendable|necesario|importante|aconsejable)|conviene)(?!\p{L})|^\P{L}*(?:desactive|deshabilite|habilite|aplique|mantenga|bloquee|restrinja|actualice|utilice|implemente|supervise|monitorice|asegúrese|mantener|actualizar|aplicar (?:los|las) |implementar|restringir|limitar (?:el|los|las) |supervisar|(?:desactivar|deshabilitar|bloquear) (?:las macros|[^.]{1,40}(?:innecesari|no utilizad|que no se us)))/iu,
  },
  {
    // French
    asides: FRENCH,
    isWritten:
      /(?<!\p{L})(?:le|la|les|des|du|une?|est|pour|avec|dans|par|pas|ne|sont|ont|et|il|elle|de|que|qui|sur|aux?|en|été|rien)(?!\p{L})/giu,
    negation:
      /(?<!\p{L})(?:ne(?! \S+ pas seulement)|n['’](?=\p{L})|aucune?|jamais|sans (?:utiliser|employer|chiffrer|voler|exfiltrer|modifier|supprimer|effacer|installer|déployer|exécuter|copier))(?:(?<=['’])|(?!\p{L}))/giu,
    advice:
      /(?<!\p{L})(?:devraient|devrait|doivent|doit être|recommand(?:é|ée|ons|e)|il (?:faut|convient|est (?:conseillé|recommandé|important))|(?<!vous )(?:veillez|pensez à|activez|désactivez|utilisez|appliquez|limitez|bloquez|surveillez|vérifiez|évitez|mettez|assurez-vous))(?!\p{L})|^\P{L}*(?:limiter (?:les|l['’])|restreindre|mettre (?:à jour|en place|en œuvre)|sensibiliser|maintenir (?:les|à jour)|segmenter|sauvegarder|appliquer (?:les|le) (?:correctifs|mises|principe)|(?:désactiver|bloquer) (?:les macros|[^.]{1,40}(?:inutil|non utilis)))/iu,
  },
];

const CYRILLIC: ForeignWords = {
  asides: RUSSIAN,
  isWritten: /[\p{Script=Cyrillic}]{3,}/gu,
  negation:
    /(?<!\p{L})(?:не(?! только)|неизвестно|неясно|никогда|ни|нет (?:признаков|свидетельств|доказательств|данных)|без (?:использования|применения|изменения|шифрования|установки|кражи|удаления))(?!\p{L})/giu,
  advice:
    /(?<!\p{L})(?:рекоменду\p{L}+|(?:следует|необходимо)(?! (?:отметить|понимать|учитывать))(?: \p{L}+){0,2} \p{L}+ть(?:ся)?|долж(?:ны|ен|на|но)|советуем|нужно)(?!\p{L})|^\P{L}*(?:стоит \p{L}+ть(?:ся)?|(?:отключ|использу|обнов|огранич|установ|запрет|включ|провер|настро|примен|внедр|блокиру|избега|контролиру|следи|отслежива)\p{L}*(?:йте|ите|ьте))(?!\p{L})/iu,
};

const HAN: ForeignWords = {
  asides: CHINESE,
  isWritten: /[\p{Script=Han}]{2,}/gu,
  negation:
    /没有|并未|从未|并无|未曾|尚不清楚|尚不明确|无(?:证据|迹象)|未(?:使用|发现|观察|见|采用|执行|利用|更改|修改|改变|改动|部署|安装|加密|窃取|删除|外泄|上传|下载|攻击|尝试|进行|出现)|(?<!但|而)不(?:使用|会|是|再)/gu,
  advice:
    /建议|应该|应当|应(?:禁用|启用|限制|及时|定期|使用|加强|对)|推荐|请(?:勿|及时|使用|启用|禁用|不要|尽快)|务必|^[\P{L}\d、.（）()]*(?:及时|定期|尽快|加强|避免|升级|(?:启用|禁用|关闭|限制|删除|停用)(?:不必要|非必要|不需要|未使用|不用|高危|默认|多因素|双因素))(?!.*了)/u,
};

/** Returns the words of a sentence's language, or null for English and unknown languages. */
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
  if (first !== undefined && first.count >= 2) return first.words;
  // One word of advice identifies the language of a short sentence.
  return LATIN.find(({ advice }) => advice.test(sentence)) ?? null;
}

const ENGLISH = /\b(?:the|and|was|were|is|of|to|with|this|that|has|have|not|does|it)\b/i;
