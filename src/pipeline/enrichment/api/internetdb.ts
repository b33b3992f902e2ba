import { items, line, lines, member, toFacts } from "../read-values.ts";
import type { Target } from "../target.ts";
import { type Answer, type Api, evidence } from "./api.ts";

/** Shodan InternetDB: open ports and the software on them, from Shodan's weekly scans. */
export const internetdb: Api = {
  name: "internetdb",
  title: "Shodan InternetDB",
  kinds: ["ipv4"],
  key: null,
  flag: "INTERNETDB_ENABLED",
  url: "INTERNETDB_URL",
  budget: "INTERNETDB_BUDGET",
  sends: "The IPv4 address itself.",
  ask: ({ value }) => ({ path: `/${encodeURIComponent(value)}` }),
  read,
};

function read(body: unknown, { value }: Target): Answer {
  if (line(member(body, "ip")) === null) {
    return { kind: "fault", fault: "answers with an object without an address" };
  }
  return evidence({
    link: `https://www.shodan.io/host/${encodeURIComponent(value)}`,
    facts: toFacts([
      ["Ports", items(member(body, "ports"))],
      ["Host names", lines(member(body, "hostnames"))],
      ["Products (CPE)", lines(member(body, "cpes"))],
      ["Vulnerabilities", lines(member(body, "vulns"))],
      ["Tags", lines(member(body, "tags"))],
    ]),
  });
}
