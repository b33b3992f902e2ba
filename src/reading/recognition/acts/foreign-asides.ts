// Patterns of `conjecture-words.ts` and `definition-words.ts` for other languages. "Kann" of a program reports
// behavior. Of a flaw, or of anyone in general, it is conjecture.

/** Patterns of suppositions and explanations in one language. */
export interface ForeignAsides {
  conjecture: RegExp;
  definition: RegExp;
  /** Reports of an action or its actor. A sentence with one is neither. */
  told: RegExp;
}

/** Programs of attackers. Describing them describes their behavior. */
const MALWARE =
  "backdoor|hintertür|trojan|troyano|cheval de troie|schadsoftware|malware|ransomware|verschlüsselungs|wiper|loader|dropper|stealer|implant|rootkit|keylogger|botnet|logiciel malveillant|maliciel|rançongiciel|programa malicioso|puerta trasera|porte dérobée|троян|бэкдор|вредонос|шифровальщик|загрузчик|стилер|руткит|ботнет|группиров|木马|后门|恶意|勒索|间谍|窃密|蠕虫|僵尸|组织|团伙|gruppe|grupo|groupe";

/** Common names of attacks may be explained. The name of a specific program is not. */
const any = (words: string) => new RegExp(words, "iu");

export const GERMAN: ForeignAsides = {
  conjecture: any(
    [
      String.raw`(?<!\p{L})könnten? (?:ein(?:e|en)? |sich |auch |dann |so |potenzielle |\p{L}+ ){0,3}?(?:ein \p{L}*|(?<!(?:die|der|diese|den) )\p{L}*)(?:angreifer(?:in)?|täter|hacker|kriminelle|unbefugte|dritte)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:(?:ein|jeder|irgendein) (?:\p{L}+ )?|(?<!(?:die|der|diese|den) )(?:potenzielle )?)(?:angreifer|täter|hacker|kriminelle|unbefugte|dritte) könnten?(?!\p{L})`,
      String.raw`(?:lücke|schwachstelle|schwäche|fehler|cve-\d{4}-\d+)[^.;]{0,100}(?<!\p{L})(?:kann|können|könnten?|lässt sich|lassen sich|erlaubt es|ermöglicht es|erlauben es|ermöglichen es)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:kann|können|könnten?)(?!\p{L})[^.;]{0,60}(?:lücke|schwachstelle|schwäche)n?(?!\p{L})[^.;]{0,40}(?:ausnutzen|ausnützen|missbrauchen|ausgenutzt)`,
      String.raw`(?<!\p{L})hätten?(?!\p{L})[^.;]*(?:können|verschlüsselt|gelöscht|gestohlen)(?!\p{L})|(?<!\p{L})(?:angenommen|gesetzt den fall|im schlimmsten fall|theoretisch|wäre es möglich)(?!\p{L})`,
    ].join("|"),
  ),
  definition: any(
    String.raw`^\P{L}*(?:unter [^,.]{3,60} versteht man|als [^,.]{3,60} bezeichnet man|(?:der begriff|das wort) )|^\P{L}*(?:(?:ein|eine|der|die|das) )?[\p{L}\d -]{2,40} (?:ist|sind|war) (?:ein(?:e|en)?|das|der|die) (?:[\p{L}-]+ ){0,3}?\p{L}*(?:protokolle?|dienst|verfahren|technik|methode|angriff(?:sart|sform)?|sprache|schnittstelle|werkzeug von microsoft|bestandteil|standard|verzeichnisdienst|betrugsmasche|versuch)(?!\p{L})|(?<!\p{L})(?:steht für|ist die abkürzung)(?!\p{L})`,
  ),
  told: /(?<!\p{L})(?:wurden?|nutzten?|nutzen diese|haben|hat|hatten?|griff(?:en)?|gelang(?:ten)?|diese[rsnm]? (?:gruppe|kampagne|akteur\p{L}*)|missbrauchten?|setzten?)(?!\p{L})/iu,
};

export const SPANISH: ForeignAsides = {
  conjecture: any(
    [
      String.raw`(?<!\p{L})(?:(?<!(?:los|el|estos|dichos) )(?:un |una |cualquier |posibles? |algún )?(?:atacantes?|intrusos?|delincuentes?|ciberdelincuentes?|piratas?|tercero|usuario malicioso|persona)(?: \p{L}+){0,2}) (?:podría|podrían|pudiera|pudieran)(?!\p{L})`,
      String.raw`(?:vulnerabilidad(?:es)?|fallos?|debilidad|error|brecha|cve-\d{4}-\d+)(?!\p{L})[^.;]{0,100}(?<!\p{L})(?:podría|podrían|puede|pueden|permite|permiten|permitiría|permitirían)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:podría|podrían|puede|pueden)(?!\p{L})[^.;]{0,40}(?:aprovechar|explotar|abusar)[^.;]{0,40}(?:vulnerabilidad|fallo|debilidad|error)`,
      String.raw`(?<!\p{L})(?:(?:habría|habrían|hubieran?|hubiesen?) podido|en el peor de los casos|en teoría|supongamos|si (?:hubieran?|hubiesen?))(?!\p{L})`,
    ].join("|"),
  ),
  definition: any(
    String.raw`^\P{L}*(?:por [^,.]{3,60} se entiende|se (?:denomina|llama|conoce como|entiende por)|el término )|^\P{L}*(?:un|una|el|la) [^,.;]{2,50} consisten? en |^\P{L}*(?:(?:un|una|el|la|los|las) )?[\p{L}\d -]{2,40} (?:es|son|era) (?:un|una|el|la|los|las) (?:[\p{L}-]+ ){0,2}?(?:protocolo|servicio|técnica|método|lenguaje|interfaz|estándar|tipo de|forma de|práctica|intento)(?!\p{L})`,
  ),
  told: /(?<!\p{L})(?:fue|fueron|han?|había|usaron|\p{L}{3,}(?:aron|ieron)|(?:el|la|est[ea]|dich[oa]) (?:grupo|campaña|operación|intrusión|actor\p{L}*)|(?:el|este) ataque consist|\p{L}{3,}ó)(?!\p{L})/iu,
};

export const FRENCH: ForeignAsides = {
  conjecture: any(
    [
      String.raw`(?<!\p{L})(?:un|tout|des|d['’]éventuels|n['’]importe quel) (?:\p{L}+ )?(?:attaquants?|pirates?|intrus|adversaires?|tiers|cybercriminels?|individus?|utilisateurs? malveillants?)(?: \p{L}+){0,2} (?:pourrait|pourraient)(?!\p{L})`,
      String.raw`(?:faille|vulnérabilité|faiblesse|défaut|erreur|cve-\d{4}-\d+)s?(?!\p{L})[^.;]{0,100}(?<!\p{L})(?:pourrait|pourraient|peut|peuvent|permet|permettent|permettrait|permettraient)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:pourrait|pourraient|peut|peuvent)(?!\p{L})[^.;]{0,40}(?:exploiter|tirer parti|abuser)[^.;]{0,40}(?:faille|vulnérabilité|faiblesse)`,
      String.raw`(?<!\p{L})(?:aurait|auraient) pu(?!\p{L})|(?<!\p{L})(?:dans le pire des cas|en théorie|supposons|imaginons|permettrait à un|permettraient à un)(?!\p{L})`,
    ].join("|"),
  ),
  definition: any(
    String.raw`^\P{L}*(?:on (?:appelle|entend par|désigne par)|par [^,.]{3,60}, on entend|le terme )|^\P{L}*(?:une? |le |la |l['’])[^,.;]{2,60} consiste(?:nt)? (?:à|en) |^\P{L}*(?:(?:une?|le|la|les) |l['’])?[\p{L}\d -]{2,40} (?:est|sont|était) (?:une?|le|la|les) (?:[\p{L}-]+ ){0,2}?(?:protocole|service|technique|méthode|langage|interface|norme|type d|forme d|pratique|tentative)(?!\p{L})`,
  ),
  told: /(?<!\p{L})(?:(?:a|ont|avait|avaient)(?: été| ainsi| ensuite)? \p{L}+(?:é|ée|és|ées|i|it|u|is)|(?:cette|ce|ces) (?:campagne|groupe|attaquants?)|la campagne|l['’](?:opération|intrusion|attaque consist)|le groupe|consistait)(?!\p{L})/iu,
};

export const RUSSIAN: ForeignAsides = {
  conjecture: any(
    [
      String.raw`(?<!\p{L})(?:мог(?:ла|ло|ли)? бы|смог(?:ла|ли)? бы|могло бы|теоретически|гипотетическ\p{L}+|в худшем случае|предположим|допустим)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:злоумышленник\p{L}*|атакующ\p{L}+|нарушител\p{L}+|хакер\p{L}*) (?:\p{L}+ )?(?:может|могут|сможет|смогут)(?!\p{L})[^.;]{0,80}(?:уязвимост|брешь|ошибк|недостат)`,
      String.raw`(?:уязвимост|брешь|ошибк|недостат)\p{L}*[^.;]{0,80}(?<!\p{L})(?:может|могут|позволяет|позволяют|позволит|позволила бы)(?!\p{L})`,
    ].join("|"),
  ),
  definition: any(
    String.raw`^\P{L}*[\p{L}\d-]+(?: [\p{L}\d-]+){0,3} ?[—–-] ?(?:это )(?:\p{L}+ ){0,3}?(?:протокол|служб|метод|способ|техник|вид|тип|попытк|технологи|язык|стандарт|интерфейс|мошенничеств|разновидност)|(?<!\p{L})(?:называется|называют|понимают|понимается)(?!\p{L})|представляет собой (?:\p{L}+ ){0,2}?(?:протокол|служб|метод|способ|технологи|язык|стандарт)`,
  ),
  told: /(?<!\p{L})(?!мог|смог)\p{L}{3,}(?:ал|ил|ел|ял|ала|ила|али|или|яли|ели|лся|лись|лась)(?! бы)(?!\p{L})/iu,
};

export const CHINESE: ForeignAsides = {
  conjecture:
    /(?:攻击者|黑客|不法分子|入侵者|任何人|恶意用户)(?:可能|可以|可|或可|能够|或将|便可|就能)(?:会|通过|利用|借助|在)?[^。；]{0,20}(?:漏洞|缺陷|弱点)|(?:漏洞|缺陷|弱点)[^。；]{0,40}(?:可能|可以|可被|可导致|允许|能够|可使)|理论上|假设|假如|倘若|^如果[^。]{2,60}(?:可能|就能|便可|将会)|原本可以|本可以/u,
  definition:
    /^[^，。；]{1,30}(?:是一[种类个](?!(?:新|针对))[^。]{0,40}(?:协议|服务|技术|方法|语言|标准|接口|机制|手段|方式|框架)|是指|指的是|又称)/u,
  told: /(?<!为)了|已(?:经|被)?|曾|此次|本次|该组织|其后|随后/u,
};

/** Returns whether a sentence in such a language supposes or explains something without reporting activity. */
export function foreignAside(
  sentence: string,
  { conjecture, definition, told }: ForeignAsides,
): "hypothetical" | "definition" | null {
  if (told.test(sentence)) return null;
  if (conjecture.test(sentence)) return "hypothetical";
  return definition.test(sentence) && !ANY_MALWARE.test(sentence) ? "definition" : null;
}

const ANY_MALWARE = any(MALWARE);
