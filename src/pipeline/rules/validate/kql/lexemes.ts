import type { Lexeme } from "../tokens.ts";

/** The pieces of KQL, as Microsoft's reference of its literals, names and operators has them. */
export const KQL_LEXEMES: readonly Lexeme[] = [
  { kind: null, pattern: /[\s\ufeff\u200b]+/uy },
  { kind: null, pattern: /\/\/[^\r\n]*/y },
  { kind: "string", pattern: /[hH]?(?:```[^]*?```|~~~[^]*?~~~)/y },
  {
    kind: "string",
    pattern: /[hH]?(?:```|~~~)[^]*/y,
    fault: "This string over several lines is never closed.",
  },
  { kind: "string", pattern: /[hH]?@"[^"\r\n]*(?:""[^"\r\n]*)*"/y },
  { kind: "string", pattern: /[hH]?@'[^'\r\n]*(?:''[^'\r\n]*)*'/y },
  { kind: "string", pattern: /[hH]?"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"/y },
  { kind: "string", pattern: /[hH]?'[^'\\\r\n]*(?:\\.[^'\\\r\n]*)*'/y },
  {
    kind: "string",
    pattern: /[hH]?@?["'][^\r\n]*/y,
    fault: "This string is not closed on its line.",
  },
  { kind: "number", pattern: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[\p{L}\p{N}_]*/uy },
  {
    kind: "word",
    pattern:
      /(?:project-(?:away|keep(?:-by-names)?|rename|reorder|smart|by-names)|mv-(?:apply|expand)|make-(?:series|graph)|parse-(?:where|kv)|sample-distinct|top-(?:nested|hitters)|graph-(?:match|merge|mark-components|shortest-paths|to-table|where-edges|where-nodes)|macro-expand|assert-schema|execute-and-cache)(?![\p{L}\p{N}_])/iuy,
  },
  { kind: "word", pattern: /!?(?:in|has_any|has_all)~/iy },
  { kind: "word", pattern: /[!$]?[\p{L}_][\p{L}\p{M}\p{N}_]*/uy },
  { kind: "sign", pattern: /==|=~|!=|!~|<>|<=|>=|=>|\.\.|[=<>+\-*/%|()[\]{},;.:?@!]/y },
];
