export const BINARY_SIGNS: ReadonlySet<string> = new Set([
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  ":",
  "+",
  "-",
  "*",
  "/",
  "%",
]);
export const BINARY_WORDS: ReadonlySet<string> = new Set([
  "and",
  "or",
  "in",
  "in~",
  "like",
  "like~",
  "regex",
  "regex~",
  "not",
]);
export const LIST_WORDS: ReadonlySet<string> = new Set(["in", "in~"]);
/** Words that never begin a value. */
export const NEVER_VALUES: ReadonlySet<string> = new Set([
  "and",
  "or",
  "by",
  "where",
  "in",
  "in~",
  "like",
  "like~",
  "regex",
  "regex~",
  "until",
  "with",
]);

/** Pipes of Elasticsearch; all others belong to the older engine. */
export const PIPES: ReadonlySet<string> = new Set(["head", "tail"]);
export const OLDER_PIPES: ReadonlySet<string> = new Set([
  "count",
  "filter",
  "sort",
  "unique",
  "unique_count",
]);

/** Functions of both engines, in lower case and without the case-insensitive `~`. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  "add",
  "arraycontains",
  "arraycount",
  "arraysearch",
  "between",
  "cidrmatch",
  "concat",
  "divide",
  "endswith",
  "indexof",
  "length",
  "match",
  "matchlite",
  "modulo",
  "multiply",
  "number",
  "safe",
  "startswith",
  "string",
  "stringcontains",
  "substring",
  "subtract",
  "wildcard",
]);

/** Units of `maxspan`. */
export const SPAN = /^\d+(?:\.\d+)?(?:d|h|m|s|ms|micros|nanos)$/;
