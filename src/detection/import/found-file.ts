/** An uploaded file: a rule, or an archive of rules. */
export interface SentFile {
  name: string;
  bytes: Uint8Array;
}

/** A file that may contain rules, or the reason why it is not read. `path` is in its archive, or the uploaded name. */
export type FoundFile =
  | { path: string; bytes: Uint8Array }
  | { path: string; outcome: "failed" | "passed_over"; message: string };

/** Longest stored path, in UTF-16 code units. */
const MAX_PATH = 1_000;

/** Returns a path for display and storage: one line of limited length. It is never used to open a file. */
export function shownPath(name: string): string {
  // `tar cz .` begins each name with this.
  const line = name
    .replace(/^(?:\.\/)+/, "")
    .toWellFormed()
    .replace(/\p{Cc}/gu, "\uFFFD");
  return line.length <= MAX_PATH ? line : `…${line.slice(1 - MAX_PATH).toWellFormed()}`;
}

/** Returns why a name is not a valid path in its archive, or null if it is. */
export function faultOfPath(name: string): string | null {
  if (name.includes("\0")) return "its name has a NUL";
  if (/^(?:[/\\]|[A-Za-z]:)/.test(name)) return "its path is absolute";
  if (name.split(/[/\\]/).includes("..")) return "its path leads out of the archive by '..'";
  return null;
}

const RULE_FILE = /\.(?:ya?ml|kql|csl|kusto|spl|eql|toml)$/i;
/** Sentinel and Elastic export rules as JSON. */
const JSON_FILE = /\.(?:nd)?json$/i;
const ARCHIVE = /\.(?:zip|tar|tgz|gz|bz2|xz|zst|7z|rar|tar\.[a-z0-9]+)$/i;

/** Returns why a file is skipped by its name, or null if it should be read. */
export function whyPassedOver(path: string): string | null {
  if (
    path.split("/").some((part) => (part.startsWith(".") && part !== ".") || part === "__MACOSX")
  ) {
    return "Hidden files and folders are not read.";
  }
  if (ARCHIVE.test(path)) return "An archive within an archive is not opened.";
  if (JSON_FILE.test(path)) {
    return "JSON is not read; import rules of Sentinel in YAML, those of Elastic in TOML, or the query alone.";
  }
  return RULE_FILE.test(path) ? null : "Its name is not that of a rule.";
}
