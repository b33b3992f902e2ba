import { PACKAGE_ROOTS } from "./code-names.ts";
import { COMMON_WORDS } from "./common-words.ts";
import { isSourceFile } from "./domains.ts";
import type { Findings } from "./findings.ts";
import { FIELD_ENDINGS, FILE_NAME_ENDINGS } from "./file-endings.ts";
import { OBJECT_NAMES } from "./object-names.ts";
import type { HostToken } from "./tokens.ts";

/** Products and frameworks whose names end like file names. */
const PRODUCTS: ReadonlySet<string> = new Set(
  "node.js next.js nuxt.js vue.js react.js angular.js ember.js backbone.js express.js d3.js three.js socket.io.js asp.net console.log math.log system.log teleport.sh".split(
    " ",
  ),
);
/** Files whose names look like fields. */
const WHOLE_NAMES: ReadonlySet<string> = new Set(["app.config", "machine.config", "web.config"]);
const OPENING = /["'`\u00AB\u201C\u201E\u2018\u300C\u300E]/;
const CLOSING = /["'`\u00BB\u201D\u201C\u2019\u300D\u300F]/;
/** Maximum length of a quoted name with blanks. */
const LONGEST = 120;
/** Characters of an unspaced script that form a sentence rather than a name. */
const SENTENCE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{13}/u;

/** Adds the file that a token with a dot names. Returns whether there is one. */
export function addFileName(findings: Findings, token: HostToken): boolean {
  const labels = token.text.split(".");
  const ending = (labels.at(-1) ?? "").toLowerCase();
  const isKnown = FILE_NAME_ENDINGS.has(ending) || isSourceFile(token);
  if (!isKnown || !isFileName(token, labels, ending)) return false;
  const from = nameFrom(findings.text, token);
  if (token.to - from > 255) return false;
  return findings.add("file_name", from, token.to);
}

function isFileName(
  { text, before, after, isDefanged }: HostToken,
  labels: readonly string[],
  ending: string,
): boolean {
  if (
    isPartBefore(before) ||
    /^[*({]|^@[\w-]{1,63}[.\uE000]\w/.test(after) ||
    after.startsWith("\\")
  )
    return false;
  // An ending of many files: "the .vnc.lnk suffix".
  if (/(?:^|\s)\.$/.test(before) && /^\s(?:affix|suffix|extension|ending|files?)/i.test(after))
    return false;
  if (PRODUCTS.has(text.toLowerCase()) || SENTENCE.test(text)) return false;
  const stem = labels.slice(0, -1).join(".");
  if (stem === "" || /^[-_]+$/.test(stem) || (/^\d+$/.test(stem) && labels.length > 2))
    return false;
  if (isDefanged) return true;
  // `done.So`, and the name of a field or a class.
  const isCapital = /^\p{Lu}\p{Ll}/u.test(labels.at(-1) ?? "");
  if (isCapital && /^[\p{L}.]+$/u.test(stem)) return false;
  if (/^\s?=(?!=)\s?["'\p{L}\p{N}]/u.test(after) && FIELD_ENDINGS.has(ending)) return false;
  if (!FIELD_ENDINGS.has(ending) || WHOLE_NAMES.has(text.toLowerCase())) return true;
  if (labels.length > 2 && PACKAGE_ROOTS.has((labels[0] ?? "").toLowerCase())) return false;
  const last = (labels.at(-2) ?? "").toLowerCase();
  if (["md", "json", "xml", "html"].includes(ending)) return true;
  // A macOS bundle.
  if (ending === "app") return /^\p{Lu}/u.test(text);
  if (ending === "so" || ending === "log") return !OBJECT_NAMES.has(last) || last === "system";
  if (OBJECT_NAMES.has(last) || labels.length > 2) return false;
  return !COMMON_WORDS.has(last) || ending === "db";
}

/**
 * Returns whether a preceding sign makes it part of something else. Comment slashes and the star in checksum lists
 * do not.
 */
function isPartBefore(before: string): boolean {
  if (!/[/*?>}@~]$/.test(before)) return false;
  return !/(?:^|[\s;})])\/\/$|[0-9a-f]{20} \*$/i.test(before);
}

/** Returns where the name begins, including preceding signs that names may have, or the quote around it. */
function nameFrom(text: string, { from, to }: HostToken): number {
  let start = from;
  while (start > 0 && from - start < 8 && /[~$#!&+\u2116]/.test(text[start - 1] ?? " ")) start -= 1;
  if (!CLOSING.test(text[to] ?? "")) return start;
  for (let i = start - 1; i >= 0 && to - i < LONGEST; i -= 1) {
    const character = text[i] ?? "";
    if (character === "\n" || "\\/<>|:*?=,;".includes(character)) break;
    // A complete quoted name contains no other file.
    if (OPENING.test(character)) return isName(text.slice(i + 1, start)) ? i + 1 : start;
  }
  return start;
}

/**
 * Returns whether the text between a quote and a name's last word is part of the name, not another name, sentence
 * or command.
 */
function isName(beginning: string): boolean {
  if (/\.\w{1,4}\s/.test(beginning) || /^[\s.)]/.test(beginning)) return false;
  const words = beginning.split(" ").length;
  return words === 1 || (words <= 6 && /^[\p{Lu}\p{N}]|^[^\0-\u007F]/u.test(beginning));
}
