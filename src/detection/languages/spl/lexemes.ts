import type { Lexeme } from "../tokens.ts";

/**
 * The pieces of SPL. Outside of quotes nearly everything is part of a word; what a sign means depends
 * on the command, so that signs stay apart here and searches glue them together again.
 */
export const SPL_LEXEMES: readonly Lexeme[] = [
  { kind: null, pattern: /[\s\ufeff\u200b]+/uy },
  { kind: null, pattern: /```[^]*?```/y },
  { kind: null, pattern: /```[^]*/y, fault: "This comment is never closed." },
  { kind: "macro", pattern: /`[^`]+`/y },
  { kind: "macro", pattern: /`[^]*/y, fault: "This macro is never closed." },
  { kind: "string", pattern: /"[^"\\]*(?:\\[^][^"\\]*)*"/y },
  { kind: "string", pattern: /"[^]*/y, fault: "This string is never closed." },
  // Within a word it is an apostrophe.
  { kind: "string", pattern: /(?<![\p{L}\p{N}_])'[^'"|\r\n]*'/uy },
  { kind: "word", pattern: /<<[A-Za-z0-9_]+>>/y },
  { kind: "sign", pattern: /==|!=|<=|>=|[=<>+\-*/%|()[\],!.']/y },
  {
    kind: "word",
    pattern: /[^\s"'`|()[\]=<>!,+\-*/%.]+(?:\.[^\s"'`|()[\]=<>!,+\-*/%.]+)*/uy,
  },
];

/** Braces belong to names of fields: `items{}.name`. */
export const SPL_BRACKETS: Record<string, string> = { "(": ")", "[": "]" };
