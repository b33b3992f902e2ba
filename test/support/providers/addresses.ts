import { GOOD_KEY, json, type Wire } from "./wire.ts";
import { ADDRESS, DOMAIN, SHA256 } from "./values.ts";

const scan = (id: string, page: object) => ({
  task: {
    visibility: "public",
    method: "api",
    domain: DOMAIN,
    apexDomain: "wire-test.net",
    time: "2026-11-19T20:52:23.887Z",
    uuid: id,
    url: `http://${DOMAIN}/login`,
    source: "api",
    tags: ["phishing"],
  },
  stats: { uniqIPs: 4, requests: 19, dataLength: 684_609, encodedDataLength: 267_435 },
  page: { domain: DOMAIN, ip: ADDRESS, asn: "AS64500", asnname: "EXAMPLE, DE", ...page },
  _id: id,
  sort: [1_763_585_543_887, id],
  result: `https://urlscan.io/api/v1/result/${id}/`,
  screenshot: `https://urlscan.io/screenshots/${id}.png`,
});
const SEARCHES = new Set([`domain:"${DOMAIN}"`, `ip:"${ADDRESS}"`, `hash:"${SHA256}"`]);

/** urlscan.io: the search. A submission would be a POST. */
export const urlscan: Wire = ({ method, path, headers }) => {
  const asked = new URL(path, "https://urlscan.io");
  if (headers.get("API-Key") !== GOOD_KEY) {
    return json(401, { message: "API key missing or invalid", status: 401 });
  }
  if (method !== "GET" || asked.pathname !== "/search/") {
    return json(404, { message: "not found", status: 404 });
  }
  const isKnown = SEARCHES.has(asked.searchParams.get("q") ?? "");
  const page = { url: `http://${DOMAIN}/login`, country: "DE", server: "nginx", title: "Sign in" };
  const results = isKnown ? [scan("223693f9-4794-4a73-9be8-cf2bc974b559", page)] : [];
  return json(200, { results, total: results.length, took: 12, has_more: false });
};

/** It names the seconds in a header of its own. */
export const urlscanLimited = () =>
  json(
    429,
    { message: "Rate limit for 'search' exceeded", status: 429 },
    { "X-Rate-Limit-Window": "minute", "X-Rate-Limit-Reset-After": "17" },
  );

/** GreyNoise, Community API: answers without a key as well, within a smaller quota. */
export const greynoise: Wire = ({ path, headers }) => {
  const key = headers.get("key");
  if (key !== null && key !== GOOD_KEY) return json(401, { message: "unauthorized" });
  const ip = path.replace("/community/", "");
  if (ip !== ADDRESS) {
    return json(404, { ip, noise: false, riot: false, message: "IP not observed" });
  }
  return json(200, {
    ip,
    noise: true,
    riot: false,
    classification: "malicious",
    name: "unknown",
    link: `https://viz.greynoise.io/ip/${ip}`,
    last_seen: "2026-11-26",
    message: "Success",
  });
};

export const greynoiseLimited = () =>
  json(429, { plan: "community", "rate-limit": "50-per-week", message: "Weekly limit reached" });

/** AbuseIPDB: answers about every address, with counts of 0 where nobody reported it. */
export const abuseipdb: Wire = ({ path, headers }) => {
  if (headers.get("Key") !== GOOD_KEY) {
    return json(401, { errors: [{ detail: "Authentication failed.", status: 401 }] });
  }
  const { searchParams } = new URL(path, "https://api.abuseipdb.com");
  const ipAddress = searchParams.get("ipAddress");
  if (ipAddress === null) return json(422, { errors: [{ detail: "missing", status: 422 }] });
  const isReported = ipAddress === ADDRESS;
  return json(200, {
    data: {
      ipAddress,
      isPublic: true,
      ipVersion: 4,
      isWhitelisted: false,
      abuseConfidenceScore: isReported ? 100 : 0,
      countryCode: "DE",
      usageType: "Data Center/Web Hosting/Transit",
      isp: "Example Hosting",
      domain: "hoster.net",
      hostnames: ["exit4.hoster.net"],
      isTor: isReported,
      totalReports: isReported ? 57 : 0,
      numDistinctUsers: isReported ? 21 : 0,
      lastReportedAt: isReported ? "2026-11-27T20:55:14+00:00" : null,
    },
  });
};

export const abuseipdbLimited = () =>
  json(
    429,
    { errors: [{ detail: "Daily rate limit of 1000 requests exceeded.", status: 429 }] },
    { "Retry-After": "29241", "X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "0" },
  );

/** Shodan InternetDB: takes no key. */
export const internetdb: Wire = ({ path }) =>
  path === `/${ADDRESS}`
    ? json(200, {
        cpes: ["cpe:/a:openbsd:openssh:9.6", "cpe:/a:f5:nginx"],
        hostnames: ["exit4.hoster.net"],
        ip: ADDRESS,
        ports: [22, 443, 9001],
        tags: ["tor"],
        vulns: ["CVE-2024-6387"],
      })
    : json(404, { detail: "No information available" });

export const internetdbLimited = () => json(429, { detail: "Rate limited" });
