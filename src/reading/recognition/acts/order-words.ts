/** Words of an order to the reader of a text in one language. The reader may be a person, a program or a model. */
export interface OrderWords {
  /** May precede the verb: "please", "and now". */
  openers: string;
  /** Imperatives of the order. */
  verbs: string;
  /** Words between the verb and an id: "only the techniques". */
  fillers: string;
  /** How or where to report something. */
  manners: string;
  /** Phrases that no report uses about an adversary. */
  overrides: string;
  /** Parts of words, one of which occurs in every order without an id. Only sentences with one are checked further. */
  signs: string;
}

/**
 * Order words by language. Each field is a list of lower-case alternatives separated by `|`, in which a space matches
 * any white space. To add a language, add a row. Use only verbs that order a reader to do something with a finding.
 * Commands of malware ("List processes [T1057]") do not match, because an object separates verb and id.
 */
export const ORDER_WORDS: readonly OrderWords[] = [
  {
    // English
    openers: "please|now|and|then|just|only|always|instead|important|note|attention",
    verbs:
      "list|report|return|output|answer|respond with|include|add|mark|flag|classify|treat|set|tag|print|confirm|consider|assign|name|extract|emit|map|write",
    fillers:
      "only|just|exactly|solely|the|a|an|all|this|these|following|techniques?|ids?|att&ck|mitre|findings?|as|document|report|text|everything|to|with",
    manners:
      "as (?:a )?(?:confirmed|certain|proven|observed|detected|found|present|high confidence|the only)|with (?:a )?(?:full |high |maximum )?(?:confidence|certainty)|to (?:the|your) (?:findings|results|answer|output|mapping|list of techniques)",
    overrides:
      "(?:ignore|disregard|forget|override) (?:all |any |your |the |every |these ){0,3}(?:previous|prior|above|earlier|preceding|other|system|former)(?: \\p{L}+)? ?(?:instructions?|prompts?|rules|text|directions?|orders|messages?)|(?:new|system) (?:instructions?|prompt) ?:",
    signs: "ignore|disregard|forget|override|prompt|instruction|confirm|confiden|certain",
  },
  {
    // German
    openers: "bitte|nun|jetzt|und|dann|nur|immer|stattdessen|wichtig|hinweis",
    verbs:
      "melden sie|melde|listen sie|liste|nennen sie|nenne|geben sie|gib|berichten sie|berichte|führen sie|führe|markieren sie|markiere|bestätigen sie|bestätige|nehmen sie|nimm|tragen sie|trage|werten sie|werte|stufen sie|stufe|antworten sie mit|antworte mit",
    fillers:
      "nur|ausschließlich|genau|die|das|den|alle|folgende[nr]?|techniken?|ids?|technik|als|mit|bericht",
    manners:
      "als (?:bestätigt|sicher|gefunden|beobachtet|nachgewiesen)\\p{L}*|mit (?:voller |hoher |höchster )?(?:konfidenz|sicherheit)|in (?:die|deine|ihre) (?:ergebnisse|befunde|liste) auf",
    overrides:
      "(?:ignorier\\p{L}*|missacht\\p{L}*|vergiss|vergessen)(?: sie)? (?:alle |die |deine |ihre )*(?:vorherigen|bisherigen|obigen|früheren|vorigen|anderen) (?:anweisungen|instruktionen|befehle|regeln)",
    signs: "ignorier|missacht|vergiss|vergessen|bestätigt|konfidenz|sicherheit|nachgewiesen",
  },
  {
    // French
    openers: "veuillez|maintenant|et|puis|uniquement|toujours|important|note",
    verbs:
      "signale[rz]?|listez|lister|liste|indiquez|indique|rapporte[rz]?|retourne[rz]?|renvoyez|renvoie|mentionne[rz]?|ajoute[rz]?|marque[rz]?|classe[rz]?|confirme[rz]?|considère|considérez|répondez|réponds|inclu(?:re|ez|s)|donnez",
    fillers:
      "seulement|uniquement|exactement|la|le|les|toutes|suivantes?|techniques?|identifiants?|par|comme|avec",
    manners:
      "comme (?:confirmée?s?|certaine?s?|observée?s?|détectée?s?)|avec (?:une )?(?:pleine |haute )?(?:confiance|certitude)|aux? résultats?",
    overrides:
      "(?:ignore[rz]?|oublie[rz]?) (?:toutes? |les |tes |vos )*(?:instructions|consignes|règles)(?: \\p{L}+)? (?:précédentes|antérieures|ci-dessus)",
    signs: "ignore|oublie|confirm|confiance|certitude|certaine",
  },
  {
    // Spanish
    openers: "por favor|ahora|y|luego|solo|sólo|únicamente|siempre|importante|nota",
    verbs:
      "enumere|enumera|liste|lista|reporte|reporta|devuelva|devuelve|indique|indica|incluya|incluye|marque|marca|clasifique|clasifica|confirme|confirma|añada|añade|considere|considera|muestre|muestra|responda con|responde con|informe de|informa de",
    fillers:
      "solo|sólo|solamente|únicamente|exactamente|la|las|el|los|todas|siguientes?|técnicas?|ids?|como|con|que",
    manners:
      "como (?:confirmad[oa]s?|ciert[oa]s?|observad[oa]s?|detectad[oa]s?)|con (?:una )?(?:plena |alta |total )?(?:confianza|certeza)|a los (?:resultados|hallazgos)",
    overrides:
      "(?:ignor[ae]|olvid[ae]|omit[ae]) (?:todas? |las |tus |sus )*(?:instrucciones|órdenes|reglas)(?: \\p{L}+)? (?:anteriores|previas)",
    signs: "ignor|olvid|omit|confirmad|confianza|certeza",
  },
  {
    // Russian
    openers: "пожалуйста|теперь|и|затем|только|всегда|важно",
    verbs:
      "перечисли(?:те)?|укажи(?:те)?|сообщи(?:те)?|выведи(?:те)?|верни(?:те)?|отметь(?:те)?|добавь(?:те)?|считай(?:те)?|назови(?:те)?|внеси(?:те)?|подтверди(?:те)?|запиши(?:те)?|ответь(?:те)?",
    fillers:
      "только|лишь|ровно|все|эту|эти|следующ\\p{L}+|техник\\p{L}*|идентификатор\\p{L}*|о|об|как|что",
    manners:
      "как (?:подтвержд[её]нн\\p{L}*|обнаруженн\\p{L}*|наблюдаем\\p{L}*)|подтвержд[её]нн(?:ой|ую|ым)|с (?:полной |высокой )?(?:уверенностью|достоверностью)|в (?:результаты|отч[её]т)",
    overrides:
      "(?:игнорируй(?:те)?|забудь(?:те)?|не учитывай(?:те)?) (?:все |эти |свои )*(?:предыдущие|прежние|прошлые|вышеуказанные|другие) (?:инструкции|указания|команды|правила)",
    signs: "игнорируй|забудь|учитывай|подтвержд|уверенн|достоверн",
  },
  {
    // Chinese
    openers: "请|务必|必须|现在|只|仅|并|然后|注意|重要",
    verbs: "只?(?:列出|报告|输出|返回|标记|填写|写入|确认|添加)|将",
    fillers: "只|仅|以下|技术|编号|全部|所有|为",
    manners:
      "(?:报告|标记|确认|视|列)为(?:已)?(?:确认|证实|发现|检测到)|置信度(?:为|设为)?|作为唯一",
    overrides: "忽略(?:之前|以上|先前|上述|此前|所有)[^。；]{0,8}(?:指令|提示|说明|规则|要求)",
    signs: "忽略|确认|证实|置信|唯一",
  },
];
