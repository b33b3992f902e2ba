/** A country as named in ISO 3166-1. */
export interface Country {
  code: string;
  name: string;
}

/** Codes of the countries to look for. Names come from CLDR, with the additions below. */
const CODES =
  "AE AF AL AM AO AR AT AU AZ BA BD BE BG BH BN BO BR BT BW BY CA CH CL CM CN CO CR CU CY CZ DE DK DO DZ EC EE EG ES ET FI FR GB GH GR GT GU HK HN HR HU ID IE IL IN IQ IR IS IT JM JP KE KG KH KP KR KW KZ LA LB LK LT LU LV LY MA MC MD ME MG MK MM MN MT MU MX MY MZ NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SD SE SG SI SK SN SO SV SY TH TJ TM TN TR TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW";

/**
 * Further names in prose. For Georgia, Jordan and Chad, only those that are not also a US state, a person or a name.
 */
const ALSO: Readonly<Record<string, string>> = {
  US: "United States of America|U.S.|US|USA|U.S.A.|American",
  GB: "UK|U.K.|Great Britain|Britain|British|England|Scotland",
  AE: "UAE|U.A.E.|Emirati",
  AU: "Australian",
  BR: "Brazilian",
  CA: "Canadian",
  CN: "People's Republic of China|PRC|Chinese",
  CZ: "Czech Republic|Czech",
  DE: "German",
  ES: "Spanish",
  FR: "French",
  GE: "Republic of Georgia|Georgian government",
  HK: "Hong Kong",
  ID: "Indonesian",
  IL: "Israeli",
  IN: "Indian",
  IR: "Iranian",
  IT: "Italian",
  JO: "Hashemite Kingdom of Jordan|Jordanian",
  JP: "Japanese",
  KP: "North Korea|DPRK|North Korean",
  KR: "South Korea|Republic of Korea|South Korean",
  LA: "Laos",
  MM: "Burma",
  NL: "The Netherlands|Dutch",
  NO: "Norwegian",
  NZ: "New Zealand",
  PK: "Pakistani",
  PL: "Polish",
  PS: "Palestine|Palestinian",
  RU: "Russian Federation|Russian",
  SA: "Saudi Arabian|Saudi",
  SE: "Swedish",
  SG: "Singaporean",
  SY: "Syrian",
  TR: "Turkey|Türkiye|Turkish",
  TW: "Taiwanese",
  UA: "Ukrainian",
  VN: "Viet Nam|Vietnamese",
};

const plain = (written: string) => written.replaceAll(/[.\s]+/g, " ").trim();

function readCountries(): Map<string, Country> {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const found = new Map<string, Country>();
  for (const code of [...CODES.split(" "), "GE", "JO"]) {
    const [name = code] = (names.of(code) ?? code).replace("&", "and").split(" (");
    const country = { code, name: SHORT[code] ?? name };
    const isOther = code === "GE" || code === "JO";
    const written = [...(isOther ? [] : [name]), ...(ALSO[code]?.split("|") ?? [])];
    for (const form of written) found.set(plain(form), country);
  }
  return found;
}

/** Names for English prose that differ from CLDR. */
const SHORT: Readonly<Record<string, string>> = {
  HK: "Hong Kong",
  MM: "Myanmar",
  PS: "Palestinian territories",
  TR: "Turkey",
};

/** Countries by written name, without dots and with single spaces. */
export const COUNTRIES: ReadonlyMap<string, Country> = readCountries();

/** Matches any of the names. The longest come first, so that `North Korean` is not matched as `North Korea`. */
export const COUNTRY_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}.-])(?:${[...COUNTRIES.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) =>
      /^(?:U S|U K|U S A|U A E)$/.test(name)
        ? name.replaceAll(" ", "\\.") + "\\."
        : name.replaceAll(" ", "\\s{1,4}"),
    )
    .join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);
