import { addFileName } from "./find-file-names.ts";
import { addAddresses, addDomain } from "./find-hosts.ts";
import type { Findings } from "./findings.ts";
import { hostToken } from "./tokens.ts";

/** Adds what the token between two indexes names: addresses, a domain or a file. */
export function addNames(findings: Findings, start: number, end: number): void {
  const token = hostToken(findings.text, start, end);
  if (token === null || addAddresses(findings, token)) return;
  if (!addDomain(findings, token)) addFileName(findings, token);
}
