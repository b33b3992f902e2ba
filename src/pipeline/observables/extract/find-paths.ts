import { isAlphanumeric, isLetter, isSpace } from "./characters.ts";
import type { Findings } from "./findings.ts";
import { FILE_NAME_ENDINGS } from "./file-endings.ts";
import { segmentsEnd } from "./path-segments.ts";

/** Prefixes of a file path other than a drive: an environment variable or a device. */
const VARIABLE =
  /(?:%[A-Za-z_][\w()]{1,30}%|\$env:[A-Za-z_]\w{1,30}|\$\{?[A-Z_]{2,30}\}?)\\{1,2}/iy;
const DEVICE = /\\\\[?.]\\(?:[A-Za-z]:\\)?|\\(?:Device|SystemRoot|\?\?)\\(?:[A-Za-z]:\\)?/iy;
const UNC =
  /(?:\\\\[\p{L}\p{N}.\uE000_$-]{1,64}\\|\\{4}[\p{L}\p{N}.\uE000_$-]{1,64}\\\\)(?=[\p{L}\p{N}$_%.<{])/uy;
/** Folders that begin a path without its drive. */
const FOLDER =
  /\\{0,2}(?:AppData|Windows|System32|SysWOW64|ProgramData|Users|Temp|Program Files(?: \(x86\))?|Start Menu|inetpub)\\{1,2}/iy;

const HIVE =
  /(?:\[?(?:Computer\\{1,2}|Registry::|\\{1,2}Registry\\{1,2})?)(HKEY_LOCAL_MACHINE|HKEY_CURRENT_USER|HKEY_CLASSES_ROOT|HKEY_USERS|HKEY_CURRENT_CONFIG|HKLM|HKCU|HKCR|HKU|HKCC)(:?\\{1,2}|\/)/iy;

/** Adds the registry key whose hive begins at `from`. Returns the index after it, or `from` if there is none. */
export function findRegistryKey(findings: Findings, from: number): number {
  const { text } = findings;
  HIVE.lastIndex = from;
  const found = HIVE.exec(text);
  if (found === null) return from;
  const [whole, hive = "", separator = ""] = found;
  const start = from + whole.length - hive.length - separator.length;
  const keys = from + whole.length;
  const to = segmentsEnd(text, keys, true);
  if (to <= keys) return from;
  const value = findings
    .slice(start, to)
    .replaceAll(/\\{2,}/g, "\\")
    .replace(":\\", "\\");
  return findings.add("registry_key", start, to, { value }) ? to : from;
}

/** Adds the path whose drive letter is at an index, before a colon and a slash of either kind. */
export function findDrivePath(findings: Findings, from: number): number {
  const { text } = findings;
  if (isAlphanumeric(text.charCodeAt(from - 1)) || !isLetter(text.charCodeAt(from))) return from;
  const root = text[from + 2] === "\\" && text[from + 3] === "\\" ? from + 4 : from + 3;
  if (text[from + 2] !== "\\") return findSlashed(findings, from, root);
  return addPath(findings, from, root, segmentsEnd(text, root, false));
}

/** Matches `C:/ProgramData/a.exe`. */
function findSlashed(findings: Findings, from: number, root: number): number {
  const to = unixEnd(findings.text, root);
  if (findings.text[root] === "/" || to === root) return from;
  return addPath(findings, from, root, to);
}

/** Adds a path that begins with a variable, a device, a host or a well-known folder. */
export function findRootedPath(findings: Findings, from: number): number {
  const { text } = findings;
  const before = text.charCodeAt(from - 1);
  if (isAlphanumeric(before) || text[from - 1] === "\\") return from;
  for (const root of [VARIABLE, DEVICE, UNC, FOLDER]) {
    root.lastIndex = from;
    const found = root.exec(text)?.[0];
    if (found === undefined) continue;
    const at = from + found.length;
    const end = segmentsEnd(text, at, false);
    const isFolder = root === FOLDER;
    if (end <= at || (isFolder && !hasEnding(text.slice(at, end)))) return from;
    return addPath(findings, from, at, end);
  }
  return from;
}

function hasEnding(path: string): boolean {
  const [, ending = ""] = /[.\uE000](\w{2,5})$/.exec(path) ?? [];
  return FILE_NAME_ENDINGS.has(ending.toLowerCase());
}

function addPath(findings: Findings, from: number, root: number, to: number): number {
  if (to <= root) return from;
  const written = findings.slice(from, to);
  const isHost = written.startsWith("\\\\");
  // JSON and source code double each backslash.
  const value =
    isHost && !written.startsWith("\\\\\\\\")
      ? `\\\\${written.slice(2).replaceAll("\\\\", "\\")}`
      : written.replaceAll("\\\\", "\\").replace(/^\\(?=\\?\w)/, isHost ? "\\\\" : "\\");
  return findings.add("file_path", from, to, { value }) ? to : from;
}

const ROOTS =
  /(?:etc|tmp|var|usr|bin|sbin|opt|home|root|dev|proc|sys|lib|lib64|mnt|media|srv|run|boot|Library|Applications|Users|System|private|Volumes|data|sdcard|vendor|storage|flash|jffs|netscaler|nsconfig|vmfs|config|cfg|rescue|jail)\//y;
const UNIX_END =
  /[\s"'`<>|,;()&{}[\]*?:=\u00A0\u2018-\u201F\u00AB\u00BB\u2026\u3000-\u303F\uFF00-\uFF65\u060C\p{Cc}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Devices that are common in scripts. */
const NO_FILE = /^\/dev\/(?:null|tcp|udp|stdin|stdout|stderr|zero|u?random)(?:\/|$)/;

/** Adds the absolute Unix path that begins at a slash or at `~/`. */
export function findUnixPath(findings: Findings, from: number): number {
  const { text } = findings;
  const before = text.charCodeAt(from - 1);
  const isFirst =
    isSpace(before) ||
    /["'`(=:,[|>“‘«「（：]/.test(text[from - 1] ?? "") ||
    UNSPACED.test(text[from - 1] ?? "");
  if (!isFirst) return from;
  const isHome = text[from] === "~";
  ROOTS.lastIndex = from + 1;
  if (!isHome && !ROOTS.test(text)) return from;
  const first = isHome ? from + 2 : ROOTS.lastIndex;
  const to = unixEnd(text, first);
  if (to <= first || NO_FILE.test(text.slice(from, to))) return Math.max(from, to);
  return findings.add("file_path", from, to) ? to : from;
}

/** Blanks occur in the names of macOS bundles and their data folder. */
const SPACED = /(?: [\w.-]{1,30}){1,3}\.app(?=[/\s]|$)| Support(?=\/)/y;

function unixEnd(text: string, from: number): number {
  let to = from;
  while (to < text.length && to - from < 512) {
    const character = text[to] ?? " ";
    SPACED.lastIndex = to;
    const spaced = character === " " ? (SPACED.exec(text)?.[0] ?? "") : "";
    to += spaced.length;
    if (spaced === "" && (UNIX_END.test(character) || UNSPACED.test(character))) break;
    if (spaced === "") to += 1;
  }
  while (to > from && /[.!/\uE000’”]/.test(text[to - 1] ?? "")) to -= 1;
  return to;
}
