import { MAX_URL_CHARS } from "../../../intake/identity.ts";
import type { MarkedMatch } from "../../../intake/new-report.ts";
import { CONFIDENCE } from "../../../observables/confidence.ts";
import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import { matchOf, type ValueType, withConfidence } from "../typed-values.ts";

/** What the parts of an attribute's value are (MISP core format); `null` is no kind of ours. */
const TYPES: ReadonlyMap<string, readonly (ValueType | null)[]> = new Map([
  ["md5", ["md5"]],
  ["sha256", ["sha256"]],
  ["filename|md5", [null, "md5"]],
  ["filename|sha256", [null, "sha256"]],
  ["malware-sample", [null, "md5"]],
  ["ip-src", ["address"]],
  ["ip-dst", ["address"]],
  ["ip-src|port", ["address", null]],
  ["ip-dst|port", ["address", null]],
  ["domain", ["domain"]],
  ["hostname", ["domain"]],
  ["domain|ip", ["domain", "address"]],
  ["hostname|port", ["domain", null]],
  ["url", ["url"]],
  ["uri", ["url"]],
  ["email-src", ["email"]],
  ["email-dst", ["email"]],
  ["email-reply-to", ["email"]],
  ["whois-registrant-email", ["email"]],
  ["dns-soa-email", ["email"]],
  ["vulnerability", ["cve"]],
]);
/** Types whose values are sentences. */
const PROSE = new Set(["text", "comment", "other", "email-body", "email-subject", "float"]);
/** Types of which a value of another form is a mistake. */
const STRICT = new Set<string>(["md5", "sha256", "filename|md5", "filename|sha256"]);

/** What one attribute adds to its event. */
export interface ReadAttribute {
  matches: MarkedMatch[];
  /** Words for the event's text. */
  prose: string | null;
  /** A link to what was written about the event. */
  link: string | null;
  fault: string | null;
}

const nothing = (): ReadAttribute => ({ matches: [], prose: null, link: null, fault: null });

/** Reads an attribute of an event, or of an object of one. */
export function readAttribute(attribute: Record<string, unknown>): ReadAttribute {
  const type = stringOf(attribute["type"]);
  const value = stringOf(attribute["value"]);
  if (type === null || value === null) {
    return { ...nothing(), fault: "is an attribute without type or value" };
  }
  if (attribute["deleted"] === true || attribute["deleted"] === "1") return nothing();
  const comment = stringOf(attribute["comment"]);
  const marked = attribute["to_ids"] === true || attribute["to_ids"] === "1";
  const confidence = marked ? CONFIDENCE.marked : CONFIDENCE.text;
  const texts = [PROSE.has(type) ? value : null, comment].filter((text) => text !== null);
  const prose = texts.length === 0 ? null : texts.join("\n");
  if (type === "link") return { ...nothing(), ...readLink(value), prose };
  const parts = TYPES.get(type);
  if (parts === undefined) return { ...nothing(), prose };
  const found = readParts(parts, value);
  const isWrong = STRICT.has(type) && found.every((match) => match === null);
  if (isWrong) return { ...nothing(), prose, fault: `has a value that is no ${type}` };
  return { ...nothing(), prose, matches: withConfidence(found, confidence) };
}

/** Links of other schemes are no reports that anybody reads on the web. */
function readLink(value: string): Pick<ReadAttribute, "link" | "fault"> {
  if (!/^\s*https?:/i.test(value)) return { link: null, fault: null };
  if (value.length > MAX_URL_CHARS) {
    return { link: null, fault: `has a link of more than ${MAX_URL_CHARS} characters` };
  }
  return { link: URL.canParse(value) ? value.trim() : null, fault: null };
}

function readParts(parts: readonly (ValueType | null)[], value: string) {
  const values = value.split("|");
  // A file name may hold the sign that parts are joined with.
  const shift = Math.max(0, values.length - parts.length);
  return parts.map((kind, i) => {
    const part = values[parts[0] === null ? i + shift : i];
    return kind === null || part === undefined ? null : matchOf(kind, part);
  });
}

/** The attributes of an object of an event. */
export function attributesOf(object: Record<string, unknown>): Record<string, unknown>[] {
  return recordsOf(object["Attribute"]);
}
