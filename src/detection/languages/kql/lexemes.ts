import type { Lexeme } from "../tokens.ts";
import { OPERATORS } from "./vocabulary.ts";

/** Operators with hyphens, longest first, since one may be a prefix of another. */
const HYPHENATED = [...OPERATORS]
  .filter((name) => name.includes("-"))
  .sort((a, b) => b.length - a.length)
  .join("|");

/** The lexemes of KQL, by Microsoft's reference of its literals, names and operators. */
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
