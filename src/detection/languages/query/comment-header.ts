import type { SigmaSource } from "../../catalogue/file-schema.ts";
import type { RuleHeader } from "../rule-header.ts";
import type { ReadHeader } from "../read-header.ts";
import { techniquesIn } from "../sigma/header.ts";

/** Header fields of queries by their various names, folded to letters. */
const NAMES: Record<string, Field> = {
  title: "title",
  name: "title",
  rulename: "title",
  id: "id",
  guid: "id",
  ruleid: "id",
  status: "status",
  level: "level",
  severity: "level",
  author: "author",
  authors: "author",
  license: "license",
  licence: "license",
  description: "description",
  date: "date",
  created: "date",
  creationdate: "date",
  modified: "modified",
  updated: "modified",
  updateddate: "modified",
  reference: "references",
  references: "references",
  tag: "tags",
  tags: "tags",
  technique: "techniques",
  techniques: "techniques",
  relevanttechniques: "techniques",
  mitre: "techniques",
  mitreattack: "techniques",
  mitreattackid: "techniques",
  attack: "techniques",
  category: "category",
  product: "product",
  service: "service",
};

type Field =
  | Exclude<keyof RuleHeader, "logsource" | "path">
  | "title"
  | "techniques"
  | keyof SigmaSource;

/** Maximum length of the comments at the head, in UTF-16 code units. */
const MAX_HEAD = 20_000;
const TECHNIQUE_ID = /(?<![\w.])(?:AML\.)?T\d{4}(?:\.\d{3})?(?![\w.]*\d)/gi;
const ENTRY = /^([A-Za-z][A-Za-z &_-]{0,30}?)\s*[:=]\s*(.*)$/;

/**
 * Reads the header of a KQL, SPL or EQL query: the comments before its first words (`// title: …`, `# title: …`, three
 * backticks in SPL), each a field with its value. A first line without a name is the title, like in generated rules.
 */
export function readCommentHeader(content: string): ReadHeader {
  const fields = fieldsOf(headComments(content));
  const one = (field: Field) => fields.get(field)?.join(" ") ?? null;
  const list = (field: Field) => fields.get(field) ?? [];
  const tags = list("tags").flatMap((value) => value.split(/[,;\s]+/).filter((tag) => tag !== ""));
  const named = list("techniques").flatMap((value) => value.match(TECHNIQUE_ID) ?? []);
  const logsource = Object.fromEntries(
    (["category", "product", "service"] as const).flatMap((key) =>
      fields.has(key) ? [[key, one(key)]] : [],
    ),
  ) as SigmaSource;
  return {
    title: list("title")[0] ?? null,
    header: {
      id: list("id")[0] ?? null,
      status: one("status"),
      level: one("level"),
      author: list("author").join(", ") || null,
      license: one("license"),
      description: list("description").join("\n") || null,
      date: list("date")[0] ?? null,
      modified: list("modified")[0] ?? null,
      references: list("references"),
      tags,
      logsource: Object.keys(logsource).length === 0 ? null : logsource,
      path: null,
    },
    technique_ids: [...new Set([...techniquesIn(tags), ...named.map((id) => id.toUpperCase())])],
  };
}

/** Returns the lines of the comments before the query, without comment signs. */
export function headComments(content: string): string[] {
  const lines: string[] = [];
  let rest = content.slice(0, MAX_HEAD).replace(/^\uFEFF/, "");
  for (;;) {
    rest = rest.replace(/^\s+/, "");
    const found =
      /^(?:\/\/|#)([^\r\n]*)/.exec(rest) ??
      /^\/\*([\s\S]*?)\*\//.exec(rest) ??
      /^```([\s\S]*?)```/.exec(rest);
    if (found === null) return lines;
    for (const line of (found[1] ?? "").split(/\r\n?|\n/)) {
      const text = line.replace(/^[\s/#*]+/, "").trim();
      if (text !== "") lines.push(text);
    }
    rest = rest.slice(found[0].length);
  }
}

/** Returns the query without the comments at its head. */
export function withoutHead(content: string): string {
  const COMMENT = /^\s*(?:(?:\/\/|#)[^\r\n]*|\/\*[\s\S]*?\*\/|```[\s\S]*?```)/;
  let rest = content.replace(/^\uFEFF/, "");
  for (;;) {
    const [comment] = COMMENT.exec(rest) ?? [];
    if (comment === undefined) return rest.trim();
    rest = rest.slice(comment.length);
  }
}

function fieldsOf(lines: readonly string[]): Map<Field, string[]> {
  const fields = new Map<Field, string[]>();
  let last: Field | null = null;
  for (const [place, line] of lines.entries()) {
    const [, name = "", value = ""] = ENTRY.exec(line) ?? [];
    const folded = name.toLowerCase().replace(/[^a-z]/g, "");
    const field = Object.hasOwn(NAMES, folded) ? NAMES[folded] : undefined;
    if (field !== undefined) {
      fields.set(field, [...(fields.get(field) ?? []), ...(value === "" ? [] : [value])]);
      last = field;
    } else if (place === 0) fields.set("title", [line]);
    // A list item such as `- https://…` below `references:`.
    else if (last !== null && /^-\s+/.test(line)) {
      fields.get(last)?.push(line.replace(/^-\s+/, ""));
    } else last = null;
  }
  return fields;
}
