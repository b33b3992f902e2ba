import { parseSync } from "oxc-parser";
import type { SourceFile } from "./read-imports.ts";

/** Words that comments do not use, and what to write instead. */
const GLOSSARY: readonly (readonly [word: RegExp, instead: string])[] = [
  [
    /\b(?:is|are|was|were|be|been) told\b|\btells? (?:of|apart)\b|\btold apart\b/i,
    "describe, distinguish",
  ],
  [/\bkept answers?\b/i, "cached response"],
  [/\bworkspace'?s? marks?\b/i, "workspace version"],
  [/\bstands? (?:for|in|beside|behind)\b/i, "is, occurs, represents"],
  [/\blets? go of\b|\bgives? back\b/i, "release, discard, return"],
  [/\bwhoever\b|\bwho asks\b/i, "the caller, anyone"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\bbesides?\b/i, "next to, in addition to"],
  [/\bat once\b|\bby and by\b|\banew\b/i, "immediately, simultaneously, gradually, again"],
  [/\bset aside\b|\bpassed over\b/i, "excluded, skipped"],
  [/\bso many\b|\bof its own\b/i, "a limit, separate"],
  [/\bby hand\b/i, "manually"],
];

/** Comments with a word of the glossary's left column, each with what to write instead. */
export function findHomelyWords(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith("src/") && !path.endsWith(".d.ts"))
    .flatMap(({ path, text }) =>
      parseSync(path, text).comments.flatMap(({ value, start }) =>
        GLOSSARY.flatMap(([word, instead]) => {
          // A comment's lines are one text: a phrase may be broken between two.
          const found = word.exec(value.replace(/\s*\n\s*\*?\s*/g, " "))?.[0];
          if (found === undefined) return [];
          const line = text.slice(0, start).split("\n").length;
          return [`${path}:${line} says "${found}" in a comment; write: ${instead}.`];
        }),
      ),
    );
}
