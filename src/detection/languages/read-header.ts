import { cleanLine } from "../../platform/lib/clean-text.ts";
import type { RuleHeader } from "./rule-header.ts";
import { parseSigma, type ParsedSigma } from "./sigma/parse.ts";
import { MAX_TITLE_CHARS, type RuleLanguage } from "./vocabulary.ts";
import { readCommentHeader } from "./query/comment-header.ts";
import type { QueryLanguage } from "./query/conditions.ts";
import { sourceOfQuery } from "./query/source.ts";
import { readSigmaHeader } from "./sigma/header.ts";

/** The metadata of a rule and its techniques, as written. */
export interface ReadHeader {
  /** On one line; null for a rule without a title. */
  title: string | null;
  header: RuleHeader;
  /** Distinct technique ids in its tags, in upper case and in order. */
  technique_ids: string[];
}

/** Longest stored text of a header, in UTF-16 code units. Longer texts are truncated. */
const MAX_TEXT = 10_000;
const MAX_ENTRIES = 200;
const MAX_ENTRY = 2_000;
const MAX_WORD = 255;

/**
 * Reads the metadata of a rule: Sigma's fields, or the comments at the head of a query. Returns null for a Sigma text
 * that is not a YAML map.
 * @param parsed the same content, if already parsed
 */
export function readHeader(
  language: RuleLanguage,
  content: string,
  parsed?: ParsedSigma,
): ReadHeader | null {
  const found =
    language === "sigma"
      ? readSigmaHeader(parsed ?? parseSigma(content))
      : withSource(language, content, readCommentHeader(content));
  return found === null ? null : withinLimits(found);
}

/** Adds the log source that a query selects if its header names none. */
function withSource(language: QueryLanguage, content: string, read: ReadHeader): ReadHeader {
  if (read.header.logsource !== null) return read;
  return { ...read, header: { ...read.header, logsource: sourceOfQuery(language, content) } };
}

/** Limits a header to what a row may contain: terms on one line, and bounded texts and lists. */
function withinLimits({ title, header, technique_ids }: ReadHeader): ReadHeader {
  const { logsource } = header;
  return {
    title: line(title, MAX_TITLE_CHARS),
    header: {
      id: line(header.id, MAX_WORD)?.toLowerCase() ?? null,
      status: line(header.status, MAX_WORD)?.toLowerCase() ?? null,
      level: line(header.level, MAX_WORD)?.toLowerCase() ?? null,
      author: line(header.author, MAX_ENTRY),
      license: line(header.license, MAX_WORD),
      description: text(header.description),
      date: line(header.date, MAX_WORD),
      modified: line(header.modified, MAX_WORD),
      references: lines(header.references),
      tags: lines(header.tags),
      logsource:
        logsource === null
          ? null
          : Object.fromEntries(
              (["category", "product", "service"] as const).flatMap((key) => {
                const word = line(logsource[key] ?? null, MAX_WORD);
                return word === null ? [] : [[key, word.toLowerCase()]];
              }),
            ),
      path: line(header.path, MAX_ENTRY),
    },
    technique_ids: technique_ids.slice(0, MAX_ENTRIES),
  };
}

function line(value: string | null, limit: number): string | null {
  if (value === null) return null;
  const clean = cleanLine(value.slice(0, 4 * limit))
    .slice(0, limit)
    .toWellFormed();
  return clean === "" ? null : clean;
}

function lines(list: readonly string[]): string[] {
  return list.slice(0, MAX_ENTRIES).flatMap((value) => line(value, MAX_ENTRY) ?? []);
}

function text(value: string | null): string | null {
  const clean = value?.slice(0, MAX_TEXT).toWellFormed().replaceAll("\0", "\uFFFD").trim() ?? "";
  return clean === "" ? null : clean;
}
