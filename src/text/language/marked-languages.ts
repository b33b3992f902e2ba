/** A language in Latin letters. Most of its sentences contain letters other than a to z. */
interface MarkedLanguage {
  /** Its lowercase letters other than a to z. */
  letters: string;
  /** Some forty of its most frequent words. */
  words: string;
}

/**
 * The languages without a list in `FUNCTION_WORDS`, by ISO 639-1 code. A few words each identify the language of a
 * window and load with the service. Tables of n-grams take 250 KB gzipped.
 */
const MARKED_LANGUAGES: Readonly<Record<string, MarkedLanguage>> = {
  ca: {
    letters: "àçèéíïòóúü",
    words:
      "a al als amb aquest aquesta aquests com de del dels els en ha han hi i la les més no o pel per però que ser seu seva també tot tota una va van és",
  },
  cs: {
    letters: "áčďéěíňóřšťúůýž",
    words:
      "a aby ale byl byla bylo byly být do i jak jako je jeho jejich jsou k která které který ma má na nebo o od po pod pro před při s se si svých tak také to tím u v ve však z za ze že",
  },
  da: {
    letters: "æøåé",
    words:
      "af alle at blev bliver de den der deres det efter eller en enhver er et for fra gennem han har hvor i ikke kan kunne med men mod må nogen når og også om på sig sin skal som til under var ved være været",
  },
  et: {
    letters: "äõöüšž",
    words:
      "aga ega ei end et ette ja ka kas kes kui kuid kus kõik mida mille millest mis nad nende nii ning ole oli olid oma on peab pärast seda see selle siis tema vastu välja või üks üle",
  },
  fi: {
    letters: "äöå",
    words:
      "ei eikä ennen että he hän hänen ilman ja joiden joka jonka jossa jota jotka jälkeen kanssa kautta kuin kun kuten mukaan mutta myös niiden niin oli olivat olla on ovat se sekä sen siitä sitten sitä tai tämä tämän vain voi",
  },
  hr: {
    letters: "čćđšž",
    words:
      "a ali bez biti da do i ili ima iz je kako kao koja koje koji koju kroz na nad nakon ne nije od po pod pri protiv putem s sa se su svoje tako te u uz za zatim što",
  },
  hu: {
    letters: "áéíóöőúüű",
    words:
      "a amely amelyek az azt be csak de egy egyik el ez ezek ezt ha hogy is kell ki kívül közötti majd meg mert mind minden mint nem nincs olyan pedig szemben után vagy valamint van vele volt által és",
  },
  is: {
    letters: "áðéíóúýþæö",
    words:
      "af allir að ef eftir ekki en er eru eða frá fyrir hafa hafi hann hefur hver menn með málum og sem skal sé sér sínum til um undir var við á í þar þau það þegar þeim þeir þess þessi þær",
  },
  lt: {
    letters: "ąčęėįšųūž",
    words:
      "apie ar arba be bei bet buvo dėl iki ir iš jei jo jos jų kad kai kaip kuri kurie kuris kurių kurį nuo nėra o pagal pat per po prieš su tai taip tik turi už visi yra į šis šią",
  },
  lv: {
    letters: "āčēģīķļņšūž",
    words:
      "ar arī bet bez bija caur gan ikvienam ir jā ka kad kas kura kuras kuri kurā kurš kā lai līdz nav no par pie pret pēc tad tas tie tiek tika to tā un uz vai var visi viņa šo šī",
  },
  no: {
    letters: "æøåéòô",
    words:
      "alle at av ble blir blitt de den der deres det eller en enhver er et etter for fra gjennom han har hvor i ikke kan kunne med men mot må noen når og også om på seg sin skal som til under var ved være vært",
  },
  pl: {
    letters: "ąćęłńóśźż",
    words:
      "a aby ale być był była było były czy dla do i ich jak jako jego jej jest każdy która które którego który których lub ma na nie o od oraz po pod przed przez przy się są także tego to tych w we z za ze że",
  },
  ro: {
    letters: "ăâîșțşţ",
    words:
      "a ai ale au care ce cu că de din dintre după este față fi fie fost iar la lor mai nu o ori orice pe pentru prin printr s-au sa sale sau se sunt să un unei unui în într între şi și",
  },
  sk: {
    letters: "áäčďéíĺľňóôŕšťúýž",
    words:
      "a aby aj ak ako ale alebo bol bola boli bolo byť do ich je jeho k každý ktorá ktoré ktorého ktorý ktorých má na nie o od po pod pre pred pri s sa si so svojej sú tak tiež to u v vo však z za zo že",
  },
  sl: {
    letters: "čšž",
    words:
      "ali bi bil bila bile bilo biti brez da do ga ima in iz je jih k kakor kar kateri ker ki ko kot lahko med mora na nad ne njegov o od po pod pred pri proti s se so tako ter tudi v vsak vsakdo z za",
  },
  sq: {
    letters: "çë",
    words:
      "a ai ata dhe do duhet e edhe gjatë i janë ka kanë ku kundër me mund më nga një nuk në ose pa pas por prej për qe që secili si së te tij tyre të u çdo është",
  },
  sv: {
    letters: "åäöé",
    words:
      "alla att av blev blir de den deras dess det där efter eller en ett från för genom ha hade han har i icke inte kan kunde man med men mot må när någon och också om på samt sig sin skall som till under utan var vara varje vid är över",
  },
  tr: {
    letters: "âçğîıöşûü",
    words:
      "ancak bir bu böyle da daha de değil dolayı en gibi göre hakkı hem her herkes herkesin ile ise için kadar kendi ki olan olarak oldu olduğu olmak onun sonra tüm ve veya veyahut ya yalnız yȧni üzere şu",
  },
  vi: {
    letters: "àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
    words:
      "bằng bị cho chúng các có cũng của hay khi không là làm lại mọi một người nhau như những nào này phải qua sau sẽ theo thì trong trên tại từ và vào về với đã đó được đến để",
  },
};

/** Minimum share of a language's frequent words among all words, less the words that it cannot spell. */
const LEAST_SHARE = 0.08;

interface Known {
  language: string;
  foreign: RegExp;
  words: ReadonlySet<string>;
}

let known: readonly Known[] | null = null;

function knownLanguages(): readonly Known[] {
  known ??= Object.entries(MARKED_LANGUAGES).map(([language, { letters, words }]) => ({
    language,
    foreign: new RegExp(`[^\\p{ASCII}'’${letters}]`, "u"),
    words: new Set(words.split(" ")),
  }));
  return known;
}

/**
 * Returns the language with the most frequent words in a window. A word with a letter that a language lacks counts
 * against it. Returns null if no language has enough.
 */
export function markedLanguageOf(words: readonly string[]): string | null {
  const small = words.map((word) => word.normalize("NFC").toLowerCase());
  const scores = knownLanguages().map((one) => ({
    language: one.language,
    score: scoreOf(one, small),
  }));
  const [best] = scores.sort((a, b) => b.score - a.score);
  return best !== undefined && best.score >= LEAST_SHARE * words.length ? best.language : null;
}

function scoreOf({ foreign, words }: Known, text: readonly string[]): number {
  return text.reduce((sum, word) => sum + (words.has(word) ? 1 : foreign.test(word) ? -1 : 0), 0);
}
