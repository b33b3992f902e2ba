import type { Lexeme } from "../tokens.ts";

/** The lexemes of EQL, by Elastic's syntax reference. */
export const EQL_LEXEMES: readonly Lexeme[] = [
  { kind: null, pattern: /[\s\ufeff\u200b]+/uy },
  { kind: null, pattern: /\/\/[^\r\n]*/y },
  { kind: null, pattern: /\/\*[^]*?\*\//y },
  { kind: null, pattern: /\/\*[^]*/y, fault: "This comment is never closed." },
  { kind: "string", pattern: /"""[^\r\n]*?"""/y },
  { kind: "string", pattern: /\??"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"/y },
  { kind: "string", pattern: /\??'[^'\\\r\n]*(?:\\.[^'\\\r\n]*)*'/y },
  { kind: "string", pattern: /\??["'][^\r\n]*/y, fault: "This string is not closed on its line." },
  { kind: "word", pattern: /`[^`\r\n]+`/y },
  { kind: "word", pattern: /`[^\r\n]*/y, fault: "This quoted name is not closed on its line." },
  { kind: "number", pattern: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[\p{L}_]*/uy },
  { kind: "word", pattern: /[\p{L}_@$][\p{L}\p{M}\p{N}_@]*~?/uy },
  { kind: "sign", pattern: /==|!=|<=|>=|[=<>:+\-*/%|()[\],.?!]/y },
];
