import { FILE_NAME_ENDINGS } from "./file-endings.ts";
import type { Findings } from "./findings.ts";

const NAME = /[^\s"'`<>|:*?\\/,;=\u201C\u201E\u00AB\uFF1A\u3001\uFF0C]{2,60}$/u;

/** Returns whether a token is an ending after a sign that a name may end with: `!!!README!!!.txt`. */
export function isOddEnding(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return (code === 0x2e || code === 0xe000) && /[!#)\]}$&+~]/.test(text[start - 1] ?? "");
}

/** Adds the file whose ending is the token between two indexes. */
export function addOddName(findings: Findings, start: number, end: number): void {
  const { text } = findings;
  const ending = text.slice(start + 1, end).replace(/\.$/, "");
  if (!FILE_NAME_ENDINGS.has(ending.toLowerCase())) return;
  const [stem = ""] = NAME.exec(text.slice(Math.max(0, start - 60), start)) ?? [];
  const name = /^[([{][^)\]}]*$/.test(stem) ? stem.slice(1) : stem;
  // A bracket that closes a remark: `(the archive).zip` has no name.
  if (!/[\p{L}\p{N}]/u.test(name) || /^[^([{]*[)\]}]/.test(name)) return;
  findings.add("file_name", start - name.length, start + 1 + ending.length);
}
