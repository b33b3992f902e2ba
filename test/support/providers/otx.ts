import { GOOD_KEY, json, type Wire } from "./wire.ts";
import { ADDRESS, DOMAIN, SHA256 } from "./values.ts";

const pulse = (id: string, more: object) => ({
  id,
  description: "",
  created: "2026-11-01T08:00:00.000000",
  modified: "2026-11-20T09:30:00.123000",
  author: { username: "analyst-one", id: "1", avatar_url: "" },
  TLP: "white",
  public: 1,
  adversary: "",
  targeted_countries: [],
  malware_families: [],
  attack_ids: [],
  references: [],
  industries: [],
  tags: [],
  indicator_type_counts: { IPv4: 3 },
  indicator_count: 3,
  validator_count: 0,
  ...more,
});

const PULSES = [
  pulse("6540aa", {
    name: "Loader wave",
    adversary: "APT29",
    targeted_countries: ["Germany"],
    industries: ["Government"],
    tags: ["loader", "phishing"],
    malware_families: [
      { id: "Carbon - S0335", display_name: "Carbon - S0335", target: "/malware/Carbon - S0335" },
      { id: "NoSuchFamily", display_name: "NoSuchFamily", target: null },
    ],
    attack_ids: [
      { id: "T1566", name: "Phishing", display_name: "T1566 - Phishing" },
      { id: "T9999", name: "None", display_name: "T9999 - None" },
    ],
  }),
  pulse("6540bb", { name: "Second sighting", modified: "2026-11-22T10:00:00.000000" }),
];

const general = (type: string, indicator: string, pulses: object[], more: object = {}) => ({
  sections: ["general", "geo", "malware", "url_list", "passive_dns"],
  indicator,
  type,
  validation: [],
  base_indicator: {},
  pulse_info: {
    count: pulses.length,
    pulses,
    references: [],
    related: { alienvault: {}, other: {} },
  },
  false_positive: [],
  ...more,
});

const KNOWN: Readonly<Record<string, object>> = {
  [`/indicators/IPv4/${ADDRESS}/general`]: general("IPv4", ADDRESS, PULSES, {
    asn: "AS64500 Example Hosting",
    country_name: "Germany",
    reputation: 0,
  }),
  [`/indicators/hostname/${DOMAIN}/general`]: general("hostname", DOMAIN, PULSES.slice(0, 1)),
  [`/indicators/domain/wire-test.net/general`]: general("domain", "wire-test.net", []),
  [`/indicators/file/${SHA256}/general`]: general("sha256", SHA256, PULSES.slice(1)),
};

/** AlienVault OTX: an indicator that no pulse names has a count of 0, an unknown file is not found. */
export const otx: Wire = ({ path, headers }) => {
  if (headers.get("X-OTX-API-KEY") !== GOOD_KEY) {
    return json(403, { detail: "Authentication required" });
  }
  const known = KNOWN[path];
  return known === undefined ? json(404, { detail: "endpoint not found" }) : json(200, known);
};

/** It limits without saying for how long. */
export const otxLimited = () => json(429, { detail: "Request was throttled." });
