import type { Lexeme } from "../tokens.ts";

/**
 * The lexemes of SPL. Outside quotes nearly every character is part of a word, and the meaning of a sign depends on the
 * command. Signs are therefore separate tokens here, and searches join them again.
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

/** Braces are part of field names: `items{}.name`. */
export const SPL_BRACKETS: Record<string, string> = { "(": ")", "[": "]" };
