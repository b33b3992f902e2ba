import type { SigmaDocument } from "../../languages/sigma/document.ts";
import { MAX_RULE_CHARS } from "../../languages/vocabulary.ts";
import { readQuery } from "../read-query.ts";
import { type NoRule, noRule, type RuleDraft } from "../rule-draft.ts";
import { parseToml } from "./parse-toml.ts";
import { type Foreign, type ForeignQuery, readForeign } from "./read-foreign.ts";

/** Reads the rule of a TOML file. */
export function readForeignToml(
  path: string,
  content: string,
  tactics: ReadonlySet<string>,
): RuleDraft | NoRule {
  const parsed = parseToml(content);
  if ("message" in parsed) {
    return { ...noRule(path, "failed", parsed.message), line: parsed.line };
  }
  const foreign = readForeign(parsed.tables);
  if (foreign !== null) return toRule(path, foreign, content, tactics);
  const message = "It has no table 'rule' with a name and a type, as rules of Elastic have.";
  return noRule(path, "passed_over", message);
}

/** Reads the rule of a YAML document other than Sigma. Returns null for an unknown format. */
export function readForeignYaml(
  path: string,
  document: SigmaDocument,
  content: string,
  tactics: ReadonlySet<string>,
): RuleDraft | NoRule | null {
  const foreign = readForeign(document.contents);
  return foreign === null ? null : toRule(path, foreign, content, tactics);
}

function toRule(
  path: string,
  foreign: Foreign,
  content: string,
  tactics: ReadonlySet<string>,
): RuleDraft | NoRule {
  if ("outcome" in foreign) return noRule(path, foreign.outcome, foreign.message);
  if (foreign.content.length > MAX_RULE_CHARS) {
    const message = `A rule must have at most ${MAX_RULE_CHARS} characters with its header; shorten the query.`;
    return noRule(path, "failed", message);
  }
  const found = readQuery(path, foreign.language, foreign.content, tactics);
  if (!("outcome" in found) || found.line === null) return found;
  return { ...found, line: lineInFile(foreign, found.line, content) };
}

/** Returns the line of the file for a line of its query, or null if YAML folds the query. */
function lineInFile(
  { query, headLines }: ForeignQuery,
  line: number,
  content: string,
): number | null {
  const offset = line - headLines - 1;
  if (offset < 0) return null;
  const lines = query.split(/\r?\n/);
  const [first = "", wanted = ""] = [lines[0]?.trim(), lines[offset]?.trim()];
  const all = content.split(/\r?\n/);
  const start = all.findIndex(
    (one, at) => one.includes(first) && all[at + offset]?.includes(wanted),
  );
  return start === -1 ? null : start + offset + 1;
}
