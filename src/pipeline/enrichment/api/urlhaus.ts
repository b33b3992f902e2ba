import type { Evidence } from "../evidence-schema.ts";
import {
  count,
  items,
  latest,
  line,
  lines,
  member,
  time,
  toFacts,
  webLink,
} from "../read-values.ts";
import type { Target } from "../target.ts";
import { ABUSECH_KEY, form, statusOf } from "./abusech.ts";
import { type Answer, type Api, evidence } from "./api.ts";

/** URLhaus by abuse.ch: URLs that spread malware, by host, URL or file. */
export const urlhaus: Api = {
  name: "urlhaus",
  title: "URLhaus",
  kinds: ["ipv4", "domain", "url", "md5", "sha256"],
  key: ABUSECH_KEY,
  url: "URLHAUS_URL",
  budget: "URLHAUS_BUDGET",
  sends: "The IP address, domain, URL or hash itself; no URL is submitted.",
  ask({ kind, value }) {
    if (kind === "url") return form("/url/", { url: value });
    if (kind === "md5") return form("/payload/", { md5_hash: value });
    if (kind === "sha256") return form("/payload/", { sha256_hash: value });
    return form("/host/", { host: value });
  },
  read,
};

function read(body: unknown, target: Target): Answer {
  const status = statusOf(body, ["no_results"]);
  if (status !== null) return status;
  const urls = items(member(body, "urls"));
  const payloads = items(member(body, "payloads"));
  const of = (name: string) => member(body, name);
  const sha256 = line(of("sha256_hash"));
  const ofFile = sha256 === null ? null : `https://urlhaus.abuse.ch/browse.php?search=${sha256}`;
  const total = count(of("url_count"));
  return evidence({
    as_of: latest(
      ...["lastseen", "last_online", "date_added", "firstseen"].map((name) => time(of(name))),
      ...urls.map((one) => time(member(one, "date_added"))),
    ),
    link: webLink(of("urlhaus_reference")) ?? ofFile,
    stats: total === null ? [] : [{ name: "url_count", count: total }],
    reported_by: target.kind === "url" ? readReporter(body) : urls.flatMap(readReporter),
    related: signaturesOf([body, ...payloads]),
    facts: toFacts([
      ["Status", of("url_status")],
      ["Threat", [of("threat"), ...urls.map((one) => member(one, "threat"))]],
      ["First seen", time(of("firstseen")) ?? time(of("date_added"))],
      ["Last seen", time(of("lastseen")) ?? time(of("last_online"))],
      ["File type", [of("file_type"), ...payloads.map((one) => member(one, "file_type"))]],
      ["Signature", [of("signature"), ...payloads.map((one) => member(one, "signature"))]],
      ["Spamhaus DBL", member(of("blacklists"), "spamhaus_dbl")],
      ["SURBL", member(of("blacklists"), "surbl")],
      ["Tags", [...lines(of("tags")), ...urls.flatMap((one) => lines(member(one, "tags")))]],
      ["URLs", urls.map((one) => member(one, "url"))],
      ["Payloads", payloads.map((one) => member(one, "response_sha256"))],
    ]),
  });
}

function readReporter(listed: unknown): Evidence["reported_by"] {
  const name = line(member(listed, "reporter"));
  const said = line(member(listed, "threat"));
  const [at, link] = [
    time(member(listed, "date_added")),
    webLink(member(listed, "urlhaus_reference")),
  ];
  return name === null ? [] : [{ name, said, at, link }];
}

function signaturesOf(files: readonly unknown[]): Evidence["related"] {
  const names = new Set(files.flatMap((file) => line(member(file, "signature")) ?? []));
  return [...names].map((name) => ({ kind: "software", name, aliases: [] }));
}
