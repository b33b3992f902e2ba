import { fieldsOf, GOOD_KEY, json, type Wire, type WireRequest } from "./wire.ts";
import { ADDRESS, DOMAIN, MD5, OTHER_ADDRESS, SHA1, SHA256, URL_OF_IT } from "./values.ts";

const isKnown = ({ headers }: WireRequest) => headers.get("Auth-Key") === GOOD_KEY;
const UNKNOWN_KEY = json(401, { error: "Unauthorized" });

const ioc = (id: string, value: string, more: object = {}) => ({
  id,
  ioc: value,
  threat_type: "botnet_cc",
  threat_type_desc: "Botnet command and control",
  ioc_type: value.includes(":") ? "ip:port" : "domain",
  ioc_type_desc: "",
  malware: "win.cobalt_strike",
  malware_printable: "Cobalt Strike",
  malware_alias: "Agentemis,BEACON,CobaltStrike,cobeacon",
  malware_malpedia: "https://malpedia.caad.fkie.fraunhofer.de/details/win.cobalt_strike",
  confidence_level: 75,
  is_compromised: false,
  first_seen: "2026-11-08 13:36:27 UTC",
  last_seen: null,
  reporter: "reporter_one",
  reference: null,
  tags: ["c2", "as64500"],
  ...more,
});

const IOCS = [
  ioc("41", `${ADDRESS}:443`, { last_seen: "2026-11-20 01:02:03 UTC" }),
  // A search by part of a value finds this one as well.
  ioc("42", `${OTHER_ADDRESS}:8080`, { malware_printable: "Emotet", malware_alias: null }),
  ioc("43", DOMAIN, {
    malware: "win.lokipws",
    malware_printable: "Loki Password Stealer (PWS)",
    malware_alias: "Burkina,Loki,LokiBot,LokiPWS",
    reference: "https://reports.wire-test.net/1",
    tags: null,
  }),
];

/** ThreatFox: a POST of JSON. */
export const threatfox: Wire = (request) => {
  if (!isKnown(request)) return UNKNOWN_KEY;
  const asked = JSON.parse(request.body) as Record<string, unknown>;
  const { query, search_term: term, exact_match: exact, hash } = asked;
  if (query === "search_hash") {
    return hash === SHA256
      ? json(200, { query_status: "ok", data: [ioc("44", `${ADDRESS}:443`)] })
      : json(200, { query_status: "no_result", data: "No result" });
  }
  if (query !== "search_ioc") return json(200, { query_status: "unknown_operation", data: [] });
  const found = IOCS.filter((one) =>
    exact === true ? one.ioc === term : one.ioc.includes(String(term)),
  );
  return found.length === 0
    ? json(200, { query_status: "no_result", data: "No result" })
    : json(200, { query_status: "ok", data: found });
};

const listed = (id: string, more: object = {}) => ({
  id,
  urlhaus_reference: `https://urlhaus.abuse.ch/url/${id}/`,
  url: `http://${DOMAIN}/${id}`,
  url_status: "offline",
  date_added: "2026-11-11 07:45:05 UTC",
  threat: "malware_download",
  reporter: "reporter_two",
  larted: "true",
  takedown_time_seconds: "3600",
  tags: ["emotet", "exe"],
  ...more,
});
const BLACKLISTS = { spamhaus_dbl: "abused_legit_malware", surbl: "not listed" };
const payload = {
  firstseen: "2026-11-11",
  filename: "invoice.doc",
  file_type: "doc",
  response_size: "172915",
  response_md5: MD5,
  response_sha256: SHA256,
  urlhaus_download: `https://urlhaus-api.abuse.ch/v1/download/${SHA256}/`,
  signature: "Heodo",
  virustotal: { result: "16 / 58", percent: "27.59", link: "https://www.virustotal.com/" },
};
const HOSTS = new Map([
  [DOMAIN, ["121319", "121320"]],
  [ADDRESS, ["121321"]],
]);

/** URLhaus: a POST of a form to a path for each kind. */
export const urlhaus: Wire = (request) => {
  if (!isKnown(request)) return UNKNOWN_KEY;
  const { host = "", url, md5_hash: md5, sha256_hash: sha256 } = fieldsOf(request);
  const ids = HOSTS.get(host);
  if (request.path === "/host/" && ids !== undefined) {
    return json(200, {
      query_status: "ok",
      urlhaus_reference: `https://urlhaus.abuse.ch/host/${host}/`,
      host,
      firstseen: "2026-11-01 01:33:26 UTC",
      url_count: String(ids.length),
      blacklists: BLACKLISTS,
      urls: ids.map((id) => listed(id)),
    });
  }
  if (request.path === "/url/" && url === URL_OF_IT) {
    const { tags, ...rest } = listed("105821");
    const more = { url, host: DOMAIN, blacklists: BLACKLISTS, last_online: null, tags };
    return json(200, { query_status: "ok", ...rest, ...more, payloads: [payload] });
  }
  if (request.path === "/payload/" && (md5 === MD5 || sha256 === SHA256)) {
    return json(200, {
      query_status: "ok",
      md5_hash: MD5,
      sha256_hash: SHA256,
      file_type: "exe",
      file_size: "277504",
      signature: "TrickBot",
      firstseen: "2026-11-10 00:03:33",
      lastseen: "2026-11-12 00:00:00",
      url_count: "1",
      urlhaus_download: payload.urlhaus_download,
      virustotal: null,
      imphash: null,
      ssdeep: null,
      tlsh: null,
      urls: [{ url_id: "105821", url: URL_OF_IT, url_status: "online", filename: "a.exe" }],
    });
  }
  return json(200, { query_status: "no_results" });
};

/** MalwareBazaar: a POST of a form. */
export const malwarebazaar: Wire = (request) => {
  if (!isKnown(request)) return UNKNOWN_KEY;
  const { query, hash = "" } = fieldsOf(request);
  if (query !== "get_info" || ![MD5, SHA1, SHA256].includes(hash)) {
    return json(200, { query_status: "hash_not_found" });
  }
  const sample = {
    sha256_hash: SHA256,
    sha3_384_hash: "",
    sha1_hash: SHA1,
    md5_hash: MD5,
    first_seen: "2026-11-10 00:03:33",
    last_seen: null,
    file_name: "invoice.exe",
    file_size: 277504,
    file_type_mime: "application/x-dosexec",
    file_type: "exe",
    reporter: "reporter_three",
    origin_country: "DE",
    anonymous: 0,
    signature: "TrickBot",
    imphash: "f34d5f2d4577ed6d9ceec516c1f5a744",
    tags: ["exe", "TrickBot"],
    code_sign: [],
    delivery_method: "email_attachment",
    intelligence: { clamav: ["Win.Trojan.Example-1"], downloads: "102", uploads: "1", mail: null },
    file_information: [],
    ole_information: [],
    yara_rules: [{ rule_name: "win_trickbot", author: "someone", description: null }],
    vendor_intel: {},
    comments: null,
  };
  return json(200, { query_status: "ok", data: [sample] });
};

/** Fair use: it limits without saying for how long. */
export const abusechLimited = () => json(429, { error: "Too many requests" });
