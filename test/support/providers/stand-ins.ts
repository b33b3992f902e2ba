import { abusechLimited, malwarebazaar, threatfox, urlhaus } from "./abusech.ts";
import {
  abuseipdb,
  abuseipdbLimited,
  greynoise,
  greynoiseLimited,
  internetdb,
  internetdbLimited,
  urlscan,
  urlscanLimited,
} from "./addresses.ts";
import { otx, otxLimited } from "./otx.ts";
import { virustotal, virustotalLimited } from "./virustotal.ts";
import type { Wire, WireResponse } from "./wire.ts";

/** A provider's stand-in, how it limits, and the settings that turn the real one on. */
export interface StandIn {
  wire: Wire;
  limited: () => WireResponse;
  url: string;
  key: string | null;
}

/** All providers but RDAP, by name. */
export const STAND_INS = {
  virustotal: {
    wire: virustotal,
    limited: virustotalLimited,
    url: "VIRUSTOTAL_URL",
    key: "VIRUSTOTAL_API_KEY",
  },
  otx: { wire: otx, limited: otxLimited, url: "OTX_URL", key: "OTX_API_KEY" },
  threatfox: {
    wire: threatfox,
    limited: abusechLimited,
    url: "THREATFOX_URL",
    key: "ABUSECH_AUTH_KEY",
  },
  urlhaus: { wire: urlhaus, limited: abusechLimited, url: "URLHAUS_URL", key: "ABUSECH_AUTH_KEY" },
  malwarebazaar: {
    wire: malwarebazaar,
    limited: abusechLimited,
    url: "MALWAREBAZAAR_URL",
    key: "ABUSECH_AUTH_KEY",
  },
  urlscan: { wire: urlscan, limited: urlscanLimited, url: "URLSCAN_URL", key: "URLSCAN_API_KEY" },
  greynoise: {
    wire: greynoise,
    limited: greynoiseLimited,
    url: "GREYNOISE_URL",
    key: "GREYNOISE_API_KEY",
  },
  abuseipdb: {
    wire: abuseipdb,
    limited: abuseipdbLimited,
    url: "ABUSEIPDB_URL",
    key: "ABUSEIPDB_API_KEY",
  },
  internetdb: { wire: internetdb, limited: internetdbLimited, url: "INTERNETDB_URL", key: null },
} satisfies Record<string, StandIn>;

export type StandInName = keyof typeof STAND_INS;
