import { isMap, type YAMLMap } from "yaml";
import { readHeader } from "../languages/read-header.ts";
import { sketchDetection } from "../languages/detection-sketch.ts";
import { checkSigma } from "../languages/sigma/validate.ts";
import type { SigmaDocument } from "../languages/sigma/document.ts";
import { parseSigma } from "../languages/sigma/parse.ts";
import { validateRule } from "../languages/validate-rule.ts";
import { MAX_RULE_CHARS, type RuleLanguage } from "../languages/vocabulary.ts";
import { decodeRule } from "./decode-rule.ts";
import { readForeignToml, readForeignYaml } from "./foreign/read-foreign-rule.ts";
import { readQuery } from "./read-query.ts";
import { type NoRule, noRule, refused, type RuleDraft } from "./rule-draft.ts";
import { splitSigma } from "./split-sigma.ts";

const LANGUAGES: Record<string, RuleLanguage> = {
  kql: "kql",
  csl: "kql",
  kusto: "kql",
  spl: "spl",
  eql: "eql",
};

/** Keys that identify a map as a Sigma rule, complete or not. One of the second kind alone is not enough. */
const OF_SIGMA = ["detection", "logsource", "correlation"];
const BESIDE_A_TITLE = ["level", "status", "tags", "id"];

/**
 * Reads the rules of a file: one per Sigma document, or a query with its header. Distinguishes files without rules from
 * broken rules.
 * @param tactics short names of tactics in releases, in addition to the built-in ones
 */
export function readRules(
  path: string,
  bytes: Uint8Array,
  tactics: ReadonlySet<string>,
): (RuleDraft | NoRule)[] {
  const text = decodeRule(bytes);
  if ("fault" in text) return [noRule(path, "failed", text.fault)];
  const { content } = text;
  if (content.length > MAX_RULE_CHARS) {
    const message = `A rule must have at most ${MAX_RULE_CHARS} characters.`;
    return [noRule(path, "failed", message)];
  }
  if (content.trim() === "") return [noRule(path, "failed", "The file is empty.")];
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
  if (language !== undefined) return [readQuery(path, language, content, tactics)];
  if (ending === "toml") return [readForeignToml(path, content, tactics)];
  return readYaml(path, content, tactics);
}

function readYaml(
  path: string,
  content: string,
  tactics: ReadonlySet<string>,
): (RuleDraft | NoRule)[] {
  const parts = splitSigma(content);
  if ("line" in parts) return [{ ...noRule(path, "failed", parts.message), line: parts.line }];
  if (parts.length === 0) return [noRule(path, "failed", "The file is empty.")];
  return parts.map((part, at) => {
    const place = parts.length === 1 ? path : `${path}#${at + 1}`;
    const found = readDocument(place, part.content, tactics, part.whole);
    const isPlaced = "outcome" in found && found.line !== null;
    return isPlaced ? { ...found, line: (found.line ?? 1) + part.line } : found;
  });
}

/** @param whole the document with those that it refers to */
function readDocument(
  path: string,
  content: string,
  tactics: ReadonlySet<string>,
  whole: string,
): RuleDraft | NoRule {
  const parsed = parseSigma(content);
  const [document] = parsed.documents;
  if (parsed.faults.length === 0 && document !== undefined && isMap(document.contents)) {
    const isSigma = OF_SIGMA.some((key) => (document.contents as YAMLMap).has(key));
    const foreign = isSigma ? null : readForeignYaml(path, document, content, tactics);
    if (foreign !== null) return foreign;
    if (!isRule(document)) {
      return noRule(path, "passed_over", "It has neither the 'detection' nor the title of a rule.");
    }
  }
  const validation = checkSigma(content, parsed, tactics);
  const read = readHeader("sigma", content, parsed);
  if (!validation.valid || read === null) return refused(path, validation, read);
  const isAlone = whole === content;
  return {
    path,
    language: "sigma",
    content: whole,
    read,
    validation: isAlone ? validation : validateRule("sigma", whole, tactics),
    sketch: sketchDetection("sigma", content, parsed),
  };
}

function isRule(document: SigmaDocument): boolean {
  const map = document.contents as YAMLMap;
  if (OF_SIGMA.some((key) => map.has(key))) return true;
  return map.has("title") && BESIDE_A_TITLE.some((key) => map.has(key));
}
