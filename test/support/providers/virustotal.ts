import { GOOD_KEY, json, type Wire } from "./wire.ts";
import { ADDRESS, DOMAIN, MD5, SHA256, URL_OF_IT } from "./values.ts";

/** The URL in Base64 without padding. */
const URL_ID = "aHR0cDovL2xvZ2luLndpcmUtdGVzdC5uZXQvYT9iPSVDMyVCQw";
const HASH_OF_URL = "7b5e2b0c".repeat(8);
const engine = (name: string, category: string, result: string | null) => ({
  method: "blacklist",
  engine_name: name,
  category,
  result,
});

const FILE = {
  data: {
    id: SHA256,
    type: "file",
    links: { self: `https://www.virustotal.com/api/v3/files/${SHA256}` },
    attributes: {
      md5: MD5,
      sha256: SHA256,
      meaningful_name: "invoice.exe",
      names: ["invoice.exe"],
      type_description: "Win32 EXE",
      type_tag: "peexe",
      size: 277504,
      reputation: -12,
      times_submitted: 3,
      tags: ["peexe", "overlay"],
      total_votes: { harmless: 0, malicious: 2 },
      first_submission_date: 1_700_000_000,
      last_submission_date: 1_700_086_400,
      last_analysis_date: 1_763_600_000,
      last_analysis_stats: {
        malicious: 2,
        suspicious: 0,
        undetected: 60,
        harmless: 0,
        timeout: 1,
        "confirmed-timeout": 0,
        failure: 0,
        "type-unsupported": 4,
      },
      last_analysis_results: {
        Alpha: { ...engine("Alpha", "malicious", "Trojan.Emotet.Gen"), engine_version: "1.0" },
        Beta: engine("Beta", "undetected", null),
        Gamma: engine("Gamma", "malicious", "W32/Emotet.A"),
        Delta: engine("Delta", "timeout", null),
      },
      popular_threat_classification: {
        suggested_threat_label: "trojan.emotet/heodo",
        popular_threat_category: [{ value: "trojan", count: 20 }],
        popular_threat_name: [
          { value: "emotet", count: 14 },
          { value: "heodo", count: 6 },
        ],
      },
      sandbox_verdicts: {
        "Sandbox One": {
          category: "malicious",
          confidence: 80,
          sandbox_name: "Sandbox One",
          malware_classification: ["MALWARE"],
          malware_names: ["Emotet"],
        },
      },
    },
  },
};

const host = (type: string, id: string, attributes: object) => ({
  data: {
    id,
    type,
    links: { self: `https://www.virustotal.com/api/v3/${type}s/${id}` },
    attributes: {
      last_analysis_date: 1_763_600_000,
      last_analysis_stats: {
        harmless: 60,
        malicious: 1,
        suspicious: 1,
        timeout: 0,
        undetected: 30,
      },
      last_analysis_results: {
        Alpha: engine("Alpha", "malicious", "malware"),
        Beta: engine("Beta", "harmless", "clean"),
        Gamma: engine("Gamma", "suspicious", "suspicious"),
      },
      reputation: 0,
      total_votes: { harmless: 1, malicious: 0 },
      tags: [],
      ...attributes,
    },
  },
});

const KNOWN: Readonly<Record<string, object>> = {
  [`/files/${SHA256}`]: FILE,
  [`/files/${MD5}`]: FILE,
  [`/ip_addresses/${ADDRESS}`]: host("ip_address", ADDRESS, {
    as_owner: "Example Hosting",
    asn: 64_500,
    country: "DE",
    network: "185.220.101.0/24",
  }),
  [`/domains/${DOMAIN}`]: host("domain", DOMAIN, {
    registrar: "Registrar One, Inc.",
    creation_date: 1_600_000_000,
    categories: { "Vendor One": "phishing", "Vendor Two": "newly registered" },
  }),
  [`/urls/${URL_ID}`]: host("url", HASH_OF_URL, {
    url: URL_OF_IT,
    last_final_url: "http://login.wire-test.net/next",
    title: "Sign in",
    threat_names: [],
  }),
};

const fault = (status: number, code: string, message: string) =>
  json(status, { error: { code, message } });

/** VirusTotal, API v3. */
export const virustotal: Wire = ({ method, path, headers }) => {
  const key = headers.get("x-apikey");
  if (key === null) return fault(401, "AuthenticationRequiredError", "X-Apikey header is missing");
  if (key !== GOOD_KEY) return fault(401, "WrongCredentialsError", "Wrong API key");
  const known = method === "GET" ? KNOWN[path] : undefined;
  return known === undefined ? fault(404, "NotFoundError", "not found") : json(200, known);
};

/** What it prints beyond any of its quotas: no header says how long to wait. */
export const virustotalLimited = () => fault(429, "QuotaExceededError", "Quota exceeded");
