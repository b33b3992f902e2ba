import type { Lexeme } from "../tokens.ts";
import { OPERATORS } from "./vocabulary.ts";

/** Operators whose names have hyphens, the longest first: one may begin with another. */
const HYPHENATED = [...OPERATORS]
  .filter((name) => name.includes("-"))
  .sort((a, b) => b.length - a.length)
  .join("|");

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
  { kind: "word", pattern: new RegExp(`(?:${HYPHENATED})(?![\\p{L}\\p{N}_])`, "iuy") },
  { kind: "word", pattern: /!?(?:in|has_any|has_all)~/iy },
  { kind: "word", pattern: /[!$]?[\p{L}_][\p{L}\p{M}\p{N}_]*/uy },
  { kind: "sign", pattern: /==|=~|!=|!~|<>|<=|>=|=>|\.\.|[=<>+\-*/%|()[\]{},;.:?@!]/y },
];
