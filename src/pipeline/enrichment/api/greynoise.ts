import { line, member, time, toFacts, webLink } from "../read-values.ts";
import { type Answer, type Api, evidence, NOTHING } from "./api.ts";

/** GreyNoise, Community API: whether an address scans the internet or is a known service. */
export const greynoise: Api = {
  name: "greynoise",
  title: "GreyNoise",
  kinds: ["ipv4"],
  key: { header: "key", setting: "GREYNOISE_API_KEY" },
  flag: "GREYNOISE_ENABLED",
  url: "GREYNOISE_URL",
  budget: "GREYNOISE_BUDGET",
  sends: "The IPv4 address itself.",
  ask: ({ value }) => ({ path: `/community/${encodeURIComponent(value)}` }),
  read,
};

function read(body: unknown): Answer {
  const of = (name: string) => member(body, name);
  const [noise, riot] = [of("noise"), of("riot")];
  if (typeof noise !== "boolean" || typeof riot !== "boolean") {
    return { kind: "fault", fault: "answers without noise and riot" };
  }
  if (!noise && !riot) return NOTHING;
  const lastSeen = time(of("last_seen"));
  const link = webLink(of("link"));
  const classification = line(of("classification"));
  return evidence({
    as_of: lastSeen,
    link,
    reported_by:
      classification === null
        ? []
        : [{ name: "GreyNoise", said: classification, at: lastSeen, link }],
    facts: toFacts([
      ["Scans the internet (noise)", noise],
      ["Known business service (riot)", riot],
      ["Classification", classification],
      ["Name", of("name")],
      ["Last seen", lastSeen],
    ]),
  });
}
