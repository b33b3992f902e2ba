import ipaddr from "ipaddr.js";
import type { Summary } from "./summary-schema.ts";
import { readEntities, type ReadEntity } from "./entities.ts";
import { countryCode } from "./jcard.ts";
import type { RdapTarget } from "./target.ts";
import { items, line, lines, member } from "../read-values.ts";
import { hostName } from "./values.ts";

/** A parsed response: a summary, no entry, or why it is invalid (end of a sentence). */
export type Reading =
  | { kind: "object"; summary: Summary; isExact: boolean; related: string | null }
  | { kind: "nothing" }
  | { kind: "fault"; fault: string };

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const CLASSES = { domain: "domain", ipv4: "ip network", ipv6: "ip network" } as const;

/** A summary without any data. */
export const EMPTY_SUMMARY: Readonly<Summary> = {
  handle: null,
  name: null,
  country: null,
  registrar: null,
  range: null,
  status: [],
  events: [],
  nameservers: [],
  entities: [],
  redacted: [],
  related_url: null,
};

/**
 * Reads the response to a domain or IP lookup (RFC 9083). Missing or mistyped members count as absent. Only a
 * response that is not such an object is a fault.
 */
export function readResponse(target: RdapTarget, text: string): Reading {
  const object = parseJson(text);
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    return { kind: "fault", fault: "does not answer with an RDAP object" };
  }
  const error = member(object, "errorCode");
  if (error === 404) return { kind: "nothing" };
  const named = line(member(object, "objectClassName"));
  const wanted = CLASSES[target.kind];
  if (error !== undefined || named?.toLowerCase() !== wanted) {
    const got = error === undefined ? `the class ${named ?? "of nothing"}` : "an error";
    return { kind: "fault", fault: `answers with ${got} instead of the class ${wanted}` };
  }
  return target.kind === "domain" ? readDomain(target, object) : readNetwork(target, object);
}

function readDomain(target: RdapTarget, object: object): Reading {
  const entities = readEntities(object);
  const name = hostName(member(object, "ldhName"));
  const of = (role: string) => entities.find(({ roles }) => roles.includes(role));
  const nameservers = items(member(object, "nameservers"))
    .map((nameserver) => hostName(member(nameserver, "ldhName")))
    .filter((host) => host !== null);
  const summary: Summary = {
    ...readCommon(object, entities),
    name: name ?? hostName(member(object, "unicodeName")),
    country: of("registrant")?.country ?? null,
    registrar: of("registrar")?.name ?? null,
    nameservers: [...new Set(nameservers)],
    range: null,
  };
  const isExact = name === null || name === target.value;
  return { kind: "object", summary, isExact, related: relatedUrl(object) };
}

/** Returns the registrar's server that a registry's response links (RFC 9083, 4.2). */
function relatedUrl(object: object): string | null {
  for (const link of items(member(object, "links"))) {
    const rel = line(member(link, "rel"))?.toLowerCase().split(" ") ?? [];
    const type = line(member(link, "type"))?.toLowerCase() ?? "";
    const href = line(member(link, "href")) ?? "";
    const isRdap = rel.includes("related") && type.startsWith("application/rdap+json");
    if (isRdap && /^https?:/i.test(href) && URL.canParse(href)) return new URL(href).href;
  }
  return null;
}

function readNetwork(target: RdapTarget, object: object): Reading {
  const entities = readEntities(object);
  const start = address(member(object, "startAddress"));
  const end = address(member(object, "endAddress"));
  const asked = ipaddr.parse(target.value.replace(/\/.*$/, ""));
  const isWithin =
    start === null || end === null || (compare(start, asked) <= 0 && compare(asked, end) <= 0);
  const summary: Summary = {
    ...readCommon(object, entities),
    name: line(member(object, "name")),
    country:
      countryCode(member(object, "country")) ??
      entities.find(({ roles }) => roles.includes("registrant"))?.country ??
      null,
    registrar: null,
    nameservers: [],
    range: start === null || end === null ? null : { start: String(start), end: String(end) },
  };
  return { kind: "object", summary, isExact: isWithin, related: null };
}

function readCommon(object: object, entities: readonly ReadEntity[]) {
  return {
    handle: line(member(object, "handle")),
    status: lines(member(object, "status")).map((status) => status.toLowerCase()),
    events: items(member(object, "events")).flatMap(readEvent),
    entities: entities.map(({ name, roles, handle, email }) => ({ name, roles, handle, email })),
    redacted: readRedacted(object, entities),
    related_url: null,
  };
}

function readEvent(value: unknown): Summary["events"] {
  const action = line(member(value, "eventAction"))?.toLowerCase();
  const time = Date.parse(line(member(value, "eventDate")) ?? "");
  if (action === undefined || Number.isNaN(time)) return [];
  return [{ action, date: new Date(time).toISOString() }];
}

/** Returns the fields that RFC 9537 lists as redacted, and contacts with placeholders instead of data. */
function readRedacted(object: object, entities: readonly ReadEntity[]): string[] {
  const listed = items(member(object, "redacted")).map((entry) => {
    const name = member(entry, "name");
    return line(member(name, "description")) ?? line(member(name, "type")) ?? line(name);
  });
  const withheld = entities.flatMap(({ roles, withheld: fields }) =>
    fields.map((field) => `${roles[0] ?? "entity"} ${field}`),
  );
  return [...new Set([...listed.filter((name) => name !== null), ...withheld])];
}

function address(value: unknown): Address | null {
  const text = line(value) ?? "";
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.parse(text) : null;
}

function compare(a: Address, b: Address): number {
  const [one, other] = [a.toByteArray(), b.toByteArray()];
  if (one.length !== other.length) return one.length - other.length;
  const place = one.findIndex((byte, i) => byte !== other[i]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
