import type { Occurrence } from "../found.ts";
import { hasLostSources } from "./labels.ts";
import type { Place } from "./place.ts";

const IMPRINT = /©|\(c\) \d{4}|rights reserved|Alle Rechte vorbehalten|Tous droits réservés/i;

/** Of what is no link. */
export const NO_LINK = {
  isRuleString: false,
  isCitation: false,
  isImprint: false,
  isBesideReferences: false,
};

/** What the line of a value with a host says of it: a string of a rule, a citation, an imprint. */
export function aroundLink(
  text: string,
  { start, defanged }: Occurrence,
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
  };
}
