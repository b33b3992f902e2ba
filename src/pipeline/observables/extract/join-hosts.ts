import { COMMON_WORDS } from "./common-words.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import { isSuffix } from "./domains.ts";
import { FILE_NAME_ENDINGS } from "./file-endings.ts";
import type { LineBreak } from "./line-ends.ts";

const D = DEFANGED_DOT;
const lastLabel = (name: string) =>
  name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(D)) + 1);

const BROKEN_ADDRESS = new RegExp(`^(?:\\d{1,3}[.${D}]){3}(\\d{1,2})$`);
const OPEN_ADDRESS = new RegExp(`^(?:\\d{1,3}[.${D}]){2,3}$`);

/** Returns whether an address is broken, as in `45.182.189[.]1` and `03`. Defanging, or a final dot, proves it. */
export function isBrokenAddress({ left, right, isRightAlone }: LineBreak): boolean {
  if (!isRightAlone || !/^\d{1,3}$/.test(right)) {
    return OPEN_ADDRESS.test(left) && /^\d{1,3}(?:\.\d{1,3})?$/.test(right);
  }
  if (OPEN_ADDRESS.test(left)) return true;
  const [, digits] = BROKEN_ADDRESS.exec(left) ?? [];
  if (digits === undefined || !left.includes(D)) return false;
  return !digits.startsWith("0") && Number(digits + right) <= 255;
}

/**
 * Returns whether a suffix is broken, with its end alone on the next line: `nitutdra[.]co` and `m`, `evil[.]c` and
 * `om`.
 */
export function isBrokenSuffix({ left, right, isRightAlone }: LineBreak): boolean {
  const [, rest = ""] = /:\/\/[^/?#]+$/.test(left)
    ? (/^([a-z]{1,6})[/:?]\S*$/.exec(right) ?? [])
    : [];
  if (rest !== "" && left.includes(D)) {
    const label = lastLabel(left).toLowerCase();
    return /^[a-z]{1,8}$/.test(label) && !isSuffix(label) && isSuffix(label + rest);
  }
  if (!left.includes(D) || !/^[a-z]{1,6}$/.test(right)) return false;
  const written = lastLabel(left).toLowerCase();
  if (!/^[a-z]{1,8}$/.test(written) || !isSuffix(written + right)) return false;
  if (!isRightAlone) return !isSuffix(written) && !COMMON_WORDS.has(right);
  // `evil[.]co` is complete if a word follows.
  return !isSuffix(written) || !COMMON_WORDS.has(right);
}

/** Returns whether the suffix of `evil[.]` or `evil.` is on the next line. */
export function isBrokenAtDot({ left, right, isLeftAlone, isRightAlone }: LineBreak): boolean {
  if (left.endsWith(D))
    return /^[\p{L}\p{N}]/u.test(right) && isSuffix(lastLabel(right).toLowerCase());
  if (right.startsWith(D) || (right.startsWith(".") && /^\.[\p{L}\p{N}]/u.test(right))) {
    return (
      isLeftAlone &&
      /^[\p{Ll}\p{N}_.@-]+$/u.test(left) &&
      !COMMON_WORDS.has(left) &&
      isSuffix(lastLabel(right).toLowerCase())
    );
  }
  return isLeftAlone && right === "com" && isRightAlone && /^(?=\D*\d)[a-z0-9-]+\.$/.test(left);
}

const FILE_TAIL = new RegExp(`^[\\w-]{1,12}[.${D}]([a-z0-9]{1,5})$`, "i");

/**
 * Returns whether a file name is broken: `Document_26_apr_24438` and `07[.]exe`. A number or a name with
 * underscores continues.
 */
export function isBrokenFileName({ left, right, isLeftAlone, isRightAlone }: LineBreak): boolean {
  if (!isLeftAlone || !isRightAlone || !/^[\w-]{8,100}$/.test(left)) return false;
  const [, ending] = FILE_TAIL.exec(right) ?? [];
  if (ending === undefined || !FILE_NAME_ENDINGS.has(ending.toLowerCase())) return false;
  const isNumber = /\d$/.test(left) && /^\d/.test(right);
  const goesOn = /[_-]$/.test(left) || /^[_-]/.test(right);
  return left.includes("_") ? isNumber || goesOn : isNumber && /^[A-Za-z]/.test(left);
}

/** Text that begins with a drive, a variable, a host or a hive. */
const PATH = /(?:^|["'“(])(?:[A-Za-z]:\\|%\w+%\\|\\\\[\w?.]|HK[A-Z_]+\\).*$/i;

/** Windows folders with two-word names. */
const TWO_WORDS: ReadonlyMap<string, string> = new Map([
  ["active", "directory"],
  ["application", "data"],
  ["common", "files"],
  ["control", "panel"],
  ["local", "settings"],
  ["program", "files"],
  ["start", "menu"],
  ["user", "data"],
]);

function isSpacedFolder(left: string, right: string): boolean {
  const first = left.slice(left.lastIndexOf("\\") + 1).toLowerCase();
  const second = TWO_WORDS.get(first);
  return second !== undefined && /^\w+/.exec(right)?.[0].toLowerCase() === second;
}

/** Returns whether a cell ends with the first letters of a file name. Few folders have so short a name. */
function isBrokenLastName(left: string, right: string): boolean {
  const [, ending = ""] = /^\w{1,20}[.\uE000](\w{2,5})(?!\w)/.exec(right) ?? [];
  return /\\\w{1,2}$/.test(left) && FILE_NAME_ENDINGS.has(ending.toLowerCase());
}

/**
 * Returns the separator between the halves of a path: empty, a blank inside a name, or null if they are not halves.
 * Examples: `C:\Users\Public\` and `a.exe`, `Microsoft\Windows` and `\CurrentVersion`.
 */
export function brokenPath({ left, right, isLeftAlone }: LineBreak): "" | " " | null {
  if (
    !PATH.test(left) ||
    /[:"'“”)]$|[.,;]$/.test(left) ||
    FILE_NAME_ENDINGS.has(lastLabel(left).toLowerCase())
  )
    return null;
  if (/^\\[\w{<]/.test(right)) return "";
  const goesOn = /^[\w$.-]+\\[\w{<$]/.test(right) && !/^HK[A-Z_]+\\/.test(right);
  if (/[\\_-]$/.test(left)) {
    return goesOn || FILE_NAME_ENDINGS.has(lastLabel(right).toLowerCase()) ? "" : null;
  }
  if (isSpacedFolder(left, right)) return " ";
  if (isLeftAlone && isBrokenLastName(left, right)) return "";
  if (!goesOn) return null;
  return /^\p{Lu}/u.test(right) && !/Current$/i.test(left) ? " " : "";
}

/** Signs after which a broken URL continues. */
const GOES_ON = /[-_=&%/?]$/;

/** Returns whether a URL continues: a hyphen, slash or query sign ends the line or begins the next. */
export function isBrokenUrl(around: LineBreak): boolean {
  const { left, right, isLeftAlone, isRightAlone } = around;
  if (!left.includes("://") || /^(?:h[tx]{2}ps?|ftp|www\.)/i.test(right)) return false;
  if (isBrokenInCell(around)) return true;
  if (isLeftAlone && /^(?:[?&=%][\w%=]|\.(?:php|html?|aspx?|jsp|exe|zip|js)(?!\w))/.test(right))
    return true;
  if (!GOES_ON.test(left) || !/^[\w%~.+#-]/.test(right)) return false;
  return isRestOfUrl(left, right.replaceAll(D, "."), isRightAlone);
}

/** Returns whether a cell, or a separate line, broke the path of a URL inside a word. */
function isBrokenInCell({ left, right, isLeftAlone, isRightAlone, isCell }: LineBreak): boolean {
  if (!isCell && !(isLeftAlone && isRightAlone)) return false;
  if (!/:\/\/[^/]+\/\S*\w$/.test(left)) return false;
  const [, piece = "", sign] = /^([\w%~.+\uE000-]+)([/?=&])?/.exec(right) ?? [];
  const ending = lastLabel(piece).toLowerCase();
  if (piece.length < right.length && sign === undefined) return false;
  // The next line may be another host, or the beginning of another path.
  if (ending !== piece.toLowerCase() && isSuffix(ending) && !FILE_NAME_ENDINGS.has(ending))
    return false;
  return sign !== undefined && /[a-z\d]/.test(piece[0] ?? "");
}

function isRestOfUrl(left: string, right: string, isRightAlone: boolean): boolean {
  if (left.endsWith("://")) return isSuffix(lastLabel(right.split("/")[0] ?? "").toLowerCase());
  if (!left.endsWith("/")) return !COMMON_WORDS.has(right.toLowerCase()) || isRightAlone;
  const piece = right.split(/[/?#]/)[0] ?? "";
  const ending = lastLabel(piece).toLowerCase();
  // A slash may end the complete URL, so the next line must look like a path and not like a host.
  if (ending !== piece.toLowerCase() && !FILE_NAME_ENDINGS.has(ending) && isSuffix(ending))
    return false;
  if (/^[\w%~.+-]+[/?=]/.test(right) && !/^\w+\/\w+$/.test(right)) return true;
  return (
    isRightAlone &&
    (/[\d_-]/.test(right) || FILE_NAME_ENDINGS.has(ending)) &&
    /^[\w%~.+#=&-]+$/.test(right)
  );
}
