import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import {
  softwareNamesOf,
  findSoftware,
  isSystemTool,
} from "../../reading/entities/find-software.ts";
import { countsAt } from "../../reading/entities/name-sections.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import { tokenize } from "../../text/tokens/tokens.ts";

/** A report names its subject at its beginning, and the words of a long text take much memory. */
const MAX_CHARS = 100_000;

/**
 * Returns the malware and tools that a text names, without those that ship with an operating system and without
 * names in references and related articles.
 */
export function nameSoftware(outline: Outline, index: ReleaseIndex | null): string[] {
  if (index === null) return [];
  const body = bodyText(outline).slice(0, MAX_CHARS);
  const counts = countsAt(outline);
  const meant = findSoftware(body, tokenize(body), softwareNamesOf(index))
    .filter(({ software, start }) => !isSystemTool(software.name) && counts(start))
    .map(({ software }) => software.attack_id);
  return [...new Set(meant)].sort(compareText);
}
