import { isTar, tarNames, zipNames } from "./archive-names.ts";
import { hasMailHeaders, isMail } from "./mail-headers.ts";
import { type JsonOutline, outlineJson } from "./outline-json.ts";
import type { FileEnds } from "./read-ends.ts";

/** The kind of a file for the service. */
export type FileKind =
  | "report"
  | "mail"
  | "stix"
  | "misp"
  | "atlas"
  | "attack"
  | "navigator"
  | "rules"
  | "dettect";

/** A kind, or why there is none. The reason completes "report.xyz …". */
export type Recognized = { kind: FileKind } | { kind: null; reason: string };

const REPORT_NAMES = /\.(?:txt|text|md|log|html?|xhtml)$/iu;
const MAIL_NAME = /\.eml$/iu;
const RULE_NAMES = /\.(?:ya?ml|kql|csl|kusto|spl|eql|toml)$/iu;
const ELASTIC_RULE = /^[ \t]*\[[ \t]*rule[ \t]*\]/mu;
/** A text with a file extension is a report only if the extension says so. */
const HAS_ENDING = /[^./\\]\.[a-z0-9]{1,8}$/iu;
const PDF_WITHIN = 1024;
const SAMPLED = 65_536;

const no = (reason: string): Recognized => ({ kind: null, reason });

/** Detects the kind of a file by its first bytes, the names in an archive, or the shape of its JSON. */
export function recognizeFile(ends: FileEnds): Recognized {
  const { head, tail, name, size, isPacked } = ends;
  if (size === 0) return no("is empty.");
  if (isTar(head)) return fromNames(tarNames(head));
  if (isPacked) return fromPacked(ends);
  if (begins(head, "PK\u0003\u0004") || begins(head, "PK\u0005\u0006")) {
    return fromNames(zipNames(head, tail));
  }
  if (begins(head, "\u00d0\u00cf\u0011\u00e0")) {
    if (/\.msg$/iu.test(name)) return no("is an Outlook message. Save it as an .eml file.");
    return no("is an old Office document or password-protected. Save it as an unprotected DOCX.");
  }
  // Before binary data, which an email may contain.
  if (MAIL_NAME.test(name)) {
    const start = new TextDecoder().decode(head.subarray(0, SAMPLED));
    if (hasMailHeaders(start)) return { kind: "mail" };
    return no("is not an email: it has neither a sender nor a subject nor a date.");
  }
  const text = textOf(head);
  if (text === null || (begins(head, "%PDF-") && !REPORT_NAMES.test(name))) {
    return latinOf(head, PDF_WITHIN).includes("%PDF-")
      ? { kind: "report" }
      : no("contains binary data of a kind that is not accepted.");
  }
  return fromText(text, name, tail);
}

function fromNames(names: readonly string[]): Recognized {
  if (names.includes("word/document.xml")) return { kind: "report" };
  if (names.some((name) => RULE_NAMES.test(name))) return { kind: "rules" };
  return no("is an archive without a Word document or rules in it.");
}

function fromPacked({ head, name }: FileEnds): Recognized {
  const inner = fromText(textOf(head) ?? "", name.replace(/\.gz$/iu, ""), head);
  if (inner.kind === "attack" || inner.kind === "rules") return inner;
  return no("is packed. Unpack it and drop what is in it.");
}

function fromText(text: string, name: string, tail: Uint8Array): Recognized {
  const start = text.replace(/^\uFEFF/u, "").trimStart();
  if (start === "") return no("contains no text.");
  // Before JSON, because both may begin with a bracket.
  if (/\.toml$/iu.test(name)) {
    if (ELASTIC_RULE.test(start)) return { kind: "rules" };
    return no("is TOML, but not a detection rule of Elastic.");
  }
  if (/^[{[]/u.test(start) && !REPORT_NAMES.test(name)) {
    return fromJson(outlineJson(start), start, tail);
  }
  if (REPORT_NAMES.test(name)) return { kind: "report" };
  const yaml = kindOfYaml(start);
  if (yaml !== null) return { kind: yaml };
  if (/\.ya?ml$/iu.test(name)) {
    return no("is YAML, but neither a detection rule, DeTT&CT log sources nor the ATLAS matrix.");
  }
  if (RULE_NAMES.test(name)) return { kind: "rules" };
  if (/^<\?xml|^<(?:rss|feed|svg)\b/iu.test(start)) return no("is XML, which is not accepted.");
  if (/^<(?:!doctype html|html)\b/iu.test(start)) return { kind: "report" };
  if (!HAS_ENDING.test(name)) return { kind: isMail(start) ? "mail" : "report" };
  return no("is a text whose file type is not accepted. Rename it to .txt if it is a report.");
}

/** Keys at the start of a line identify a YAML file. */
function kindOfYaml(text: string): FileKind | null {
  const has = (key: RegExp) => key.test(text);
  if (has(/^file_type:\s*["']?data-source-administration/mu)) return "dettect";
  if (has(/^detection:/mu) && has(/^logsource:/mu)) return "rules";
  const isSentinel =
    has(/^query:/mu) && has(/^(?:tactics|relevantTechniques|requiredDataConnectors):/mu);
  const isSplunk = has(/^search:/mu) && has(/^name:/mu) && has(/^(?:type|tags):/mu);
  if (isSentinel || isSplunk) return "rules";
  return has(/^id:\s*["']?ATLAS/mu) && has(/^matrices:/mu) ? "atlas" : null;
}

function fromJson({ paths, types, hasStixId }: JsonOutline, text: string, tail: Uint8Array) {
  const has = (...wanted: string[]) => wanted.every((path) => paths.has(path));
  const kind = (one: FileKind): Recognized => ({ kind: one });
  if (has(".objects") && types.has(".type=bundle")) {
    return kind(kindOfBundle(types, text, tail));
  }
  if (has(".Event") || has("[].Event") || has(".response[].Event") || has(".response.Event")) {
    return kind("misp");
  }
  if (has(".techniques", ".techniques[].techniqueID")) return kind("navigator");
  if (has(".techniques", ".domain") && (has(".versions") || has(".version"))) {
    return kind("navigator");
  }
  if (has(".matrices") && (has(".case-studies") || text.includes('"AML.T'))) return kind("atlas");
  if (has("[].type", "[].id") && hasStixId) return kind("stix");
  if ((has(".info", ".uuid") && !has(".type")) || has("[].info", "[].uuid")) return kind("misp");
  return no("is JSON, but no STIX bundle, MISP event, ATLAS matrix or Navigator layer.");
}

/**
 * Returns the kind of a bundle. One with a matrix or a collection of techniques is a release. ATLAS has
 * separate sources.
 */
function kindOfBundle(types: ReadonlySet<string>, head: string, tail: Uint8Array): FileKind {
  const end = latinOf(tail, tail.length);
  const isRelease = ["x-mitre-collection", "x-mitre-matrix"].some(
    (type) => types.has(`.objects[].type=${type}`) || end.includes(`"${type}"`),
  );
  if (/"source_name"\s*:\s*"mitre-atlas"/u.test(head) && isRelease) return "atlas";
  return isRelease ? "attack" : "stix";
}

function begins(bytes: Uint8Array, signature: string): boolean {
  return latinOf(bytes, signature.length) === signature;
}

function latinOf(bytes: Uint8Array, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => String.fromCharCode(byte)).join("");
}

/** Returns the text of bytes; null for binary data. */
function textOf(bytes: Uint8Array): string | null {
  const wide = begins(bytes, "\u00ff\u00fe")
    ? "utf-16le"
    : begins(bytes, "\u00fe\u00ff")
      ? "utf-16be"
      : null;
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  return bytes.subarray(0, SAMPLED).includes(0) ? null : new TextDecoder().decode(bytes);
}
