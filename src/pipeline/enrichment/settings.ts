import { z } from "zod";
import {
  described,
  flag,
  list,
  secret,
  webAddress,
  wholeNumber,
} from "../../platform/lib/setting-forms.ts";

/** Budget periods in seconds. */
const PERIODS = { minute: 60, hour: 3_600, day: 86_400, week: 604_800 } as const;
const LIMIT = /^([1-9]\d{0,8})\/(minute|hour|day|week)$/;

/** A limit of queries per period. */
export interface Limit {
  queries: number;
  seconds: number;
  /** As written, such as `4/minute`. */
  text: string;
}

/** Parses the limits of a budget that the schema has validated. */
export function readLimits(budget: readonly string[]): Limit[] {
  return budget.flatMap((text) => {
    const [, queries, period] = LIMIT.exec(text) ?? [];
    const seconds = PERIODS[period as keyof typeof PERIODS];
    return queries === undefined ? [] : [{ queries: Number(queries), seconds, text }];
  });
}

const key = (title: string) => described(secret, `Key of ${title}; turns it on.`);
/** Without credentials, so that errors and records may include it. */
const baseAddress = webAddress.refine(
  (value) => /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/i.test(value),
  "must be a URL without credentials, query and fragment",
);
const base = (title: string, fallback: string) =>
  described(baseAddress.default(fallback), `Where ${title} is asked.`);
const limits = list
  .unwrap()
  .pipe(z.array(z.string().regex(LIMIT, "must be limits such as 4/minute,500/day")));
const budget = (title: string, ...fallback: string[]) =>
  described(limits.default(fallback), `Most queries of ${title}.`);

export const enrichmentFields = {
  VIRUSTOTAL_API_KEY: key("VirusTotal"),
  OTX_API_KEY: key("AlienVault OTX"),
  ABUSECH_AUTH_KEY: key("abuse.ch (ThreatFox, URLhaus, MalwareBazaar)"),
  URLSCAN_API_KEY: key("urlscan.io"),
  ABUSEIPDB_API_KEY: key("AbuseIPDB"),
  GREYNOISE_API_KEY: key("GreyNoise"),
  GREYNOISE_ENABLED: described(flag, "Turns GreyNoise on without a key."),
  INTERNETDB_ENABLED: described(flag, "Turns Shodan InternetDB on; it takes no key."),
  VIRUSTOTAL_URL: base("VirusTotal", "https://www.virustotal.com/api/v3"),
  OTX_URL: base("AlienVault OTX", "https://otx.alienvault.com/api/v1"),
  THREATFOX_URL: base("ThreatFox", "https://threatfox-api.abuse.ch/api/v1"),
  URLHAUS_URL: base("URLhaus", "https://urlhaus-api.abuse.ch/v1"),
  MALWAREBAZAAR_URL: base("MalwareBazaar", "https://mb-api.abuse.ch/api/v1"),
  URLSCAN_URL: base("urlscan.io", "https://urlscan.io/api/v1"),
  GREYNOISE_URL: base("GreyNoise", "https://api.greynoise.io/v3"),
  ABUSEIPDB_URL: base("AbuseIPDB", "https://api.abuseipdb.com/api/v2"),
  INTERNETDB_URL: base("Shodan InternetDB", "https://internetdb.shodan.io"),
  VIRUSTOTAL_BUDGET: budget("VirusTotal", "4/minute", "500/day"),
  OTX_BUDGET: budget("AlienVault OTX", "10000/hour"),
  THREATFOX_BUDGET: budget("ThreatFox", "60/minute"),
  URLHAUS_BUDGET: budget("URLhaus", "60/minute"),
  MALWAREBAZAAR_BUDGET: budget("MalwareBazaar", "60/minute"),
  URLSCAN_BUDGET: budget("urlscan.io", "120/minute", "1000/hour"),
  GREYNOISE_BUDGET: budget("GreyNoise", "50/week"),
  ABUSEIPDB_BUDGET: budget("AbuseIPDB", "1000/day"),
  INTERNETDB_BUDGET: budget("Shodan InternetDB", "60/minute"),
  ENRICHMENT_TIMEOUT_MS: described(
    wholeNumber(20_000),
    "How long an enrichment provider other than RDAP may be silent.",
  ),
};

const enrichmentSettings = z.object(enrichmentFields);
/** The parsed settings of the providers. */
export type EnrichmentSettings = z.output<typeof enrichmentSettings>;
export type EnrichmentSetting = keyof EnrichmentSettings;
