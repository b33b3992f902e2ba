import type { Occurrence } from "../found.ts";
import { hasLostSources } from "./labels.ts";
import type { Place } from "./place.ts";

const IMPRINT = /©|\(c\) \d{4}|rights reserved|Alle Rechte vorbehalten|Tous droits réservés/i;

/** The values for anything that is not a link. */
export const NO_LINK = {
  isRuleString: false,
  isCitation: false,
  isImprint: false,
  isBesideReferences: false,
  isReadingLink: false,
};

/** Maximum distance to look back for the text of a Markdown link. */
const LINK_WORDS = 300;

/** Classifies the line of a value with a host: a string of a rule, a citation or an imprint. */
export function aroundLink(
  text: string,
  { kind, start, defanged, normalized_value }: Occurrence,
  { line, title }: Place,
): typeof NO_LINK {
  const before = text.slice(Math.max(line.start, start - 40), start);
  const first = text.slice(line.start, Math.min(start, line.start + 12));
  const near = text.slice(Math.max(line.start, start - 160), Math.min(line.end, start + 160));
  return {
    isRuleString: before.endsWith('"') && /\$\w*\s{0,4}=\s{0,4}"$/.test(before),
    isCitation: /^\s*\[\d{1,3}\]/.test(first),
    isImprint: !defanged && IMPRINT.test(near),
    isBesideReferences: title !== null && hasLostSources(title),
    isReadingLink: !defanged && kind === "url" && isReadingLink(text, start, normalized_value),
  };
}

/**
 * Returns whether a URL is the target of a Markdown link or picture whose text differs from the URL. Authors print
 * a URL to warn of it, but hide one behind words for readers to follow.
 */
function isReadingLink(text: string, start: number, url: string): boolean {
  if (text[start - 1] !== "(" || text[start - 2] !== "]") return false;
  const before = text.slice(Math.max(0, start - LINK_WORDS), start - 2);
  const words = linkWords(before).toLowerCase();
  const host = /^[a-z]+:\/\/([^/?#:]*)/.exec(url)?.[1] ?? url;
  return before.endsWith("[") || !(words.includes("://") || words.includes(host));
}

/** Returns the text of a link at the end of a string, without brackets: `[a[.]com](...)` gives `a.com`. */
function linkWords(before: string): string {
  let depth = 0;
  let from = before.length;
  while (from > 0 && (depth > 0 || before[from - 1] !== "[")) {
    from -= 1;
    if (before[from] === "]") depth += 1;
    if (before[from] === "[") depth -= 1;
  }
  return before.slice(from).replaceAll(/[[\](){}\\]/g, "");
}
