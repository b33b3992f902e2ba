import { cleanLine } from "../../../platform/lib/clean-text.ts";
import type { QueryLanguage } from "../../languages/query/conditions.ts";
import { FOREIGN_FORMS, type ForeignForm, HEAD_FIELDS, type HeadField } from "./forms.ts";
import { itemsAt, textOf, textsAt, valuesAt } from "./values.ts";

/** A query as a rule, with the file's metadata in comments above it. */
export interface ForeignQuery {
  language: QueryLanguage;
  content: string;
  /** The query as written, and the number of comment lines above it. */
  query: string;
  headLines: number;
}

/** The reason why a file of a known format contains no rule. */
interface NoQuery {
  outcome: "failed" | "passed_over";
  message: string;
}

export type Foreign = ForeignQuery | NoQuery;

/** Longest value in UTF-16 code units, and longest list: together less than the header limit of a query. */
const MAX_VALUE = 1_000;
const MAX_DESCRIPTION = 8_000;
const MAX_REFERENCES = 50;
const MAX_HEAD = 18_000;

/** Sigma statuses by the terms of Elastic and Splunk. */
const STATUSES: Record<string, string> = {
  production: "stable",
  stable: "stable",
  validation: "test",
  test: "test",
  beta: "experimental",
  development: "experimental",
  experimental: "experimental",
  deprecated: "deprecated",
  unsupported: "unsupported",
};
const LEVELS: ReadonlySet<string> = new Set(["informational", "low", "medium", "high", "critical"]);

/**
 * Reads the query of a rule other than Sigma in a known format, under a comment header. Returns null for an unknown
 * format.
 * @param root a YAML map, or the TOML tables
 */
export function readForeign(root: unknown): Foreign | null {
  const [form, other] = FOREIGN_FORMS.filter((one) => isOfForm(root, one));
  if (form === undefined) return null;
  if (other !== undefined) {
    const message = `It is a rule of ${form.product} and one of ${other.product} at once; write each into a separate file.`;
    return { outcome: "failed", message };
  }
  const reason = form.whyNot?.(root) ?? null;
  if (reason !== null) return { outcome: "passed_over", message: reason };
  const [query, ...others] = valuesAt(root, form.query);
  if (others.length > 0) {
    const message = `It has several of '${form.query}'; write each rule into a separate file.`;
    return { outcome: "failed", message };
  }
  const text = textOf(query)?.trim();
  if (text === undefined) {
    return { outcome: "failed", message: `Its '${form.query}' must be a text with the query.` };
  }
  const head = headOf(root, form);
  const content = `${[...head, text].join("\n")}\n`;
  return { language: form.language, content, query: text, headLines: head.length };
}

function isOfForm(root: unknown, { signs }: ForeignForm): boolean {
  return signs.every((keys) => keys.some((key) => valuesAt(root, key).length > 0));
}

/** Returns the comments above a query, up to the limit of a header. */
function headOf(root: unknown, form: ForeignForm): string[] {
  let length = 0;
  return HEAD_FIELDS.flatMap((field) =>
    linesOf(field, root, form.head[field] ?? []).map((line) => commentOf(form.language, line)),
  ).filter((line) => (length += line.length + 1) <= MAX_HEAD);
}

function linesOf(field: HeadField, root: unknown, paths: readonly string[]): string[] {
  const texts = paths.map((path) => textsAt(root, path)).find((found) => found.length > 0) ?? [];
  const line = (value: string, limit = MAX_VALUE) => {
    const clean = cleanLine(value.slice(0, 2 * limit))
      .slice(0, limit)
      .toWellFormed();
    return clean === "" ? [] : [`${field}: ${clean}`];
  };
  if (field === "techniques") {
    const ids = paths.flatMap((path) => itemsAt(root, path)).flatMap(techniqueIds);
    return line([...new Set(ids)].join(", "));
  }
  if (field === "reference") return texts.slice(0, MAX_REFERENCES).flatMap((text) => line(text));
  const text = texts.join(", ");
  if (field === "status") return line(STATUSES[text.trim().toLowerCase()] ?? "");
  if (field === "level") return line(LEVELS.has(text.trim().toLowerCase()) ? text : "");
  // Sentinel's descriptions are quoted strings within the string.
  if (field === "description")
    return line(text.trim().replace(/^'([^]*)'$/, "$1"), MAX_DESCRIPTION);
  return line(text);
}

/**
 * Returns the technique ids in a text or in Elastic's technique table. If there are sub-techniques, returns only
 * theirs.
 */
function techniqueIds(value: unknown): string[] {
  const below = textsAt(value, "subtechnique.id");
  if (below.length > 0) return below;
  return [textOf(value) ?? textsAt(value, "id")].flat();
}

function commentOf(language: QueryLanguage, line: string): string {
  return language === "spl" ? `\`\`\` ${line.replaceAll("`", "'")} \`\`\`` : `// ${line}`;
}
