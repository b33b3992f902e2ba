import { MAX_URL_CHARS } from "../../../intake/identity.ts";
import type { MarkedMatch } from "../../../intake/new-report.ts";
import { CONFIDENCE } from "../../../observables/confidence.ts";
import type { Match } from "../../../observables/vocabulary.ts";
import { stringOf } from "../../../../formats/stix/stix-object.ts";
import { foreignMatch, kindsOf, type Mark, marked, matchOf, timeOf } from "../typed-values.ts";
import { isSet, type PlacedAttribute } from "./attributes-in.ts";
import { isOfVictim, isStrict, type Part, partsOf, typeToldBeside } from "./attribute-types.ts";

/** The contribution of one attribute to its event. */
export interface ReadAttribute {
  type: string | null;
  outcome: "observable" | "foreign" | "in_text" | "deleted" | "refused";
  /** Known kinds that it adds, without the hosts of its URLs and mailboxes. */
  kinds: string[];
  matches: MarkedMatch[];
  /** Text for the event's report. */
  prose: string | null;
  /** A link to a publication about the event. */
  link: string | null;
  fault: string | null;
  /** Whether it contains a file, whose bytes are not stored. */
  hasFile: boolean;
}

const nothing = (outcome: ReadAttribute["outcome"]): ReadAttribute => ({
  type: null,
  outcome,
  kinds: [],
  matches: [],
  prose: null,
  link: null,
  fault: null,
  hasFile: false,
});

/** Reads an attribute of an event, or of an object in one. A proposal by others marks nothing. */
export function readAttribute({
  attribute,
  object,
  isProposal,
}: Omit<PlacedAttribute, "pointer">): ReadAttribute {
  const type = stringOf(attribute["type"]);
  const value = textOf(attribute["value"]);
  if (isSet(attribute["deleted"]) || isSet(attribute["proposal_to_delete"])) {
    return { ...nothing("deleted"), type };
  }
  if (type === null || value === null) {
    return { ...nothing("refused"), type, fault: "is an attribute without type or value" };
  }
  const hasFile = typeof attribute["data"] === "string" && attribute["data"] !== "";
  const comment = stringOf(attribute["comment"]);
  const { link, fault: linkFault } = type === "link" ? readLink(value) : NO_LINK;
  const found =
    linkFault === null ? readValue({ attribute, object }, type, value) : noValue(linkFault);
  const { fault } = found;
  const prose = [...found.prose, ...(comment === null ? [] : [comment])];
  const read = { ...nothing("in_text"), type, hasFile, prose: joined(prose), link, fault };
  if (found.matches.length === 0) {
    return { ...read, outcome: fault === null ? "in_text" : "refused" };
  }
  const { known } = kindsOf(found.matches);
  return {
    ...read,
    outcome: known.length > 0 ? "observable" : "foreign",
    kinds: known,
    matches: marked(found.matches, markOf(attribute, type, isProposal)),
  };
}

/** Returns the sender's assessment of the value. */
function markOf(attribute: Record<string, unknown>, type: string, isProposal: boolean): Mark {
  const isMarked = isSet(attribute["to_ids"]) && !isProposal;
  // A value that many unrelated events share is weaker evidence.
  const isShared = isSet(attribute["disable_correlation"]);
  const comment = stringOf(attribute["comment"]);
  const first = timeOf(attribute["first_seen"]);
  const last = timeOf(attribute["last_seen"]);
  return {
    role: isMarked ? "indicator" : roleOf(type, stringOf(attribute["category"])),
    confidence: isMarked && !isShared ? CONFIDENCE.marked : CONFIDENCE.text,
    ...(first !== undefined && { first_seen_at: first }),
    ...(last !== undefined && { last_seen_at: last }),
    ...(comment !== null && { comment }),
  };
}

/** Returns the role of an attribute that is not marked for detection. */
function roleOf(type: string, category: string | null): MarkedMatch["role"] {
  if (isOfVictim(type)) return "victim";
  const isAnalysis = category === "External analysis" || category === "Internal reference";
  return type === "link" || (type === "url" && isAnalysis) ? "reference" : "mentioned";
}

const NO_LINK = { link: null, fault: null };

/** Returns a web link. Links of other schemes are not reports on the web. */
function readLink(value: string): Pick<ReadAttribute, "link" | "fault"> {
  if (!/^\s*https?:/i.test(value)) return NO_LINK;
  if (value.length > MAX_URL_CHARS) {
    return { link: null, fault: `has a link of more than ${MAX_URL_CHARS} characters` };
  }
  return { link: URL.canParse(value) ? value.trim() : null, fault: null };
}

interface ReadValue {
  matches: Match[];
  prose: string[];
  fault: string | null;
}

const noValue = (fault: string | null): ReadValue => ({ matches: [], prose: [], fault });

function readValue(
  { attribute, object }: Pick<PlacedAttribute, "attribute" | "object">,
  type: string,
  value: string,
): ReadValue {
  const read = noValue(null);
  const relation = stringOf(attribute["object_relation"]);
  const told = typeToldBeside(type, object, relation, stringOf(attribute["comment"]));
  const match = told === null ? null : matchOf(told, value);
  if (match !== null) return { ...read, matches: [match] };
  const parts = partsOf(type);
  const values = splitValue(value, parts);
  for (const [i, part] of parts.entries()) {
    const text = values[i]?.trim() ?? "";
    if (text === "") continue;
    if ("text" in part)
      read.prose.push(proseOf(part.text, text, values.length > 1 ? values[0] : null, relation));
    else readPart(type.split("|")[i] ?? type, part, text, read);
  }
  return read;
}

/** @param own the part's own type, such as `sha1` in `filename|sha1` */
function readPart(
  own: string,
  part: Exclude<Part, { text: string }>,
  text: string,
  read: ReadValue,
): void {
  const known = "type" in part ? matchOf(part.type, text) : null;
  if (known !== null) {
    read.matches.push(known);
    return;
  }
  if ("type" in part && isStrict(own, part.type)) {
    read.fault = `has a value that is no ${part.type === "host" ? "address" : part.type}`;
    return;
  }
  const name = "foreign" in part ? part.foreign : own;
  const foreign = foreignMatch("misp", name, text);
  if (foreign === null) read.prose.push(`${name}: ${text}`);
  else read.matches.push(foreign);
}

/** Splits a value into its parts. A file name may contain the separator. */
function splitValue(value: string, parts: readonly Part[]): string[] {
  if (parts.length === 1) return [value];
  const values = value.split("|");
  const [first] = parts;
  const isFirst = first !== undefined && "type" in first && first.type !== "file";
  const own = parts.length - 1;
  if (values.length === 1 && !isFirst) return lone(value, parts);
  if (values.length <= parts.length) return values;
  return isFirst
    ? [...values.slice(0, own), values.slice(own).join("|")]
    : [values.slice(0, -own).join("|"), ...values.slice(-own)];
}

/** Assigns a value without a separator to the part whose form it matches, or else to the first. */
function lone(value: string, parts: readonly Part[]): string[] {
  const at = parts.findLastIndex((part) => "type" in part && matchOf(part.type, value) !== null);
  return parts.map((_, i) => (i === Math.max(0, at) ? value : ""));
}

/** Returns a measure with its name and subject. Sentences are returned unchanged. */
function proseOf(
  name: string,
  text: string,
  of: string | null | undefined,
  relation: string | null,
): string {
  if (of !== null && of !== undefined) return `${name} "${text}" of "${of.trim()}"`;
  const label = relation ?? name;
  return /^(?:text|comment)$/.test(label) ? text : `${label}: ${text}`;
}

function joined(prose: readonly string[]): string | null {
  return prose.length === 0 ? null : prose.join("\n");
}

/** Returns a value as text. Some tools write numbers as such. */
function textOf(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return stringOf(value);
}
