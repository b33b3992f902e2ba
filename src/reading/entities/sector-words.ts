/** A sector of STIX 2.1's `industry-sector-ov`, and the words that name it. */
export interface Sector {
  name: string;
  pattern: RegExp;
}

const sector = (name: string, words: string): Sector => ({
  name,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})(?![\\p{L}\\p{N}])`, "giu"),
});

/** Sectors that plain words distinguish. A government's levels are one sector. */
export const SECTORS: readonly Sector[] = [
  sector("agriculture", "agricultur(?:e|al)|food and agriculture|farms?"),
  sector("aerospace", "aerospace|aviation|airlines?|airports?|space industry|satellite operators?"),
  sector("automotive", "automotive|car ?makers?|automakers?"),
  sector("chemical", "chemicals?(?: (?:sector|industry|compan(?:y|ies)|plants?|facilit(?:y|ies)))"),
  sector(
    "communications",
    "communications (?:sector|industry|compan(?:y|ies)|providers?)|communications(?=, (?:energy|transportation|manufacturing|utilit|construction|maritime|government|information technology|education))",
  ),
  sector("construction", "construction (?:sector|industry|compan(?:y|ies)|firms?)|construction"),
  sector(
    "defense",
    "defen[cs]e(?: (?:industrial base|industr(?:y|ies)|sector|contractors?|compan(?:y|ies)|organi[sz]ations?|ministr(?:y|ies)))|military (?:organi[sz]ations?|targets?|entities|personnel)|(?<=, |and )defen[cs]e(?! evasion)",
  ),
  sector(
    "education",
    "education(?:al)?(?: (?:sector|institutions?|organi[sz]ations?|facilities))?|universit(?:y|ies)|schools?|colleges?|academi(?:a|c)(?: institutions?)?|think[- ]tanks?",
  ),
  sector(
    "energy",
    "energy(?: (?:sector|industry|compan(?:y|ies)|organi[sz]ations?|facilit(?:y|ies)))?|oil and gas|electric(?:ity)? (?:grid|utilit(?:y|ies)|compan(?:y|ies))|power (?:grid|plants?|compan(?:y|ies))",
  ),
  sector(
    "entertainment",
    "entertainment|gaming (?:sector|industry|compan(?:y|ies))|game developers?|media (?:sector|industry|compan(?:y|ies)|outlets?|organi[sz]ations?)",
  ),
  sector(
    "financial-services",
    "financial (?:services|sector|industry|institutions?|organi[sz]ations?|compan(?:y|ies)|entities)|financial(?=, | and | or )|finance|banks?|banking|cryptocurrency (?:exchanges?|firms?|compan(?:y|ies))|credit unions?",
  ),
  sector(
    "government",
    "governments?(?: (?:agenc(?:y|ies)|entit(?:y|ies)|organi[sz]ations?|networks?|facilities|sector|services))?|governmental (?:organi[sz]ations?|entities)|ministr(?:y|ies)|embass(?:y|ies)|municipalit(?:y|ies)|public sector|diplomatic (?:entities|missions|organi[sz]ations?)|sltt",
  ),
  sector(
    "emergency-services",
    "emergency services|law enforcement agenc(?:y|ies)|police departments?",
  ),
  sector(
    "healthcare",
    "health ?-?care(?: (?:sector|industry|organi[sz]ations?|providers?|facilities|and public health(?: sector)?))?|hospitals?|medical (?:sector|facilit(?:y|ies)|cent(?:er|re)s?|providers?|organi[sz]ations?)|public health(?: sector)?|hph",
  ),
  sector("hospitality-leisure", "hospitality|hotels?|casinos?|restaurants?|tourism|leisure"),
  sector(
    "infrastructure",
    "critical infrastructure(?: (?:sectors?|organi[sz]ations?|entities|operators?|networks?))?|critical national infrastructure",
  ),
  sector("infrastructure-dams", "dams"),
  sector("infrastructure-nuclear", "nuclear (?:facilit(?:y|ies)|power|sector|plants?)"),
  sector(
    "infrastructure-water",
    "water(?: and wastewater)?(?: systems?)? (?:sector|utilit(?:y|ies)|facilit(?:y|ies)|plants?)|water and wastewater(?: systems)?|wastewater(?: systems)?",
  ),
  sector("insurance", "insurance|insurers?"),
  sector(
    "manufacturing",
    "manufactur(?:ing|ers?)(?: (?:sector|industry|compan(?:y|ies)))?|industrial (?:sector|compan(?:y|ies))",
  ),
  sector("mining", "mining (?:sector|industry|compan(?:y|ies))"),
  sector(
    "non-profit",
    "non-?profits?(?: organi[sz]ations?)?|non-?governmental organi[sz]ations?|ngos?|charit(?:y|ies)",
  ),
  sector(
    "pharmaceuticals",
    "pharmaceuticals?(?: (?:sector|industry|compan(?:y|ies)))?|vaccine (?:developers?|research|makers?)",
  ),
  sector("retail", "retail(?:ers?)?(?: (?:sector|industry|compan(?:y|ies)))?"),
  sector(
    "technology",
    "(?:information )?technology (?:sector|industry|compan(?:y|ies)|firms?|providers?|organi[sz]ations?)|(?:high[- ])?tech(?:nology)? compan(?:y|ies)|information technology|it (?:sector|compan(?:y|ies)|service providers?)|software (?:compan(?:y|ies)|developers?|vendors?)|managed service providers?|msps|semiconductor(?:s| compan(?:y|ies)| industry)",
  ),
  sector(
    "telecommunications",
    "telecom(?:munications?)?s?(?: (?:sector|industry|providers?|compan(?:y|ies)|operators?))?|internet service providers?|isps",
  ),
  sector(
    "transportation",
    "transport(?:ation)?(?: (?:sector|systems|industry|compan(?:y|ies)))?|maritime|shipping (?:sector|industry|compan(?:y|ies))|logistics(?: (?:sector|compan(?:y|ies)))?|railways?",
  ),
  sector("utilities", "utilities|utility compan(?:y|ies)"),
  sector(
    "commercial",
    "commercial facilities|legal (?:sector|firms?)|law firms?|real estate|professional services|business services",
  ),
];
