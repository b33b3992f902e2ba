import { count, line, lines, member, time, toFacts } from "../read-values.ts";
import type { Target } from "../target.ts";
import { type Answer, type Api, evidence } from "./api.ts";

const DAYS = 90;
const COUNTS = ["abuseConfidenceScore", "totalReports", "numDistinctUsers"];

/** AbuseIPDB: abuse reports by address. */
export const abuseipdb: Api = {
  name: "abuseipdb",
  title: "AbuseIPDB",
  kinds: ["ipv4", "ipv6"],
  key: { header: "Key", setting: "ABUSEIPDB_API_KEY" },
  url: "ABUSEIPDB_URL",
  budget: "ABUSEIPDB_BUDGET",
  sends: "The IP address itself.",
  ask: ({ value }) => {
    const query = new URLSearchParams({ ipAddress: value, maxAgeInDays: String(DAYS) });
    return { path: `/check?${query.toString()}` };
  },
  read,
};

function read(body: unknown, { value }: Target): Answer {
  const data = member(body, "data");
  const of = (name: string) => member(data, name);
  if (line(of("ipAddress")) === null) {
    return { kind: "fault", fault: "answers with an object without an address" };
  }
  const lastReported = time(of("lastReportedAt"));
  return evidence({
    as_of: lastReported,
    link: `https://www.abuseipdb.com/check/${encodeURIComponent(value)}`,
    stats: COUNTS.flatMap((name) => {
      const number = count(of(name));
      return number === null ? [] : [{ name, count: number }];
    }),
    facts: toFacts([
      ["Days counted", DAYS],
      ["Last reported", lastReported],
      ["Usage", of("usageType")],
      ["Provider", of("isp")],
      ["Domain", of("domain")],
      ["Host names", lines(of("hostnames"))],
      ["Country", of("countryCode")],
      ["On AbuseIPDB's whitelist", of("isWhitelisted")],
      ["Tor exit node", of("isTor")],
    ]),
  });
}
