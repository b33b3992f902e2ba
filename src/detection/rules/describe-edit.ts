import type { SigmaSource } from "../catalogue/file-schema.ts";
import type { Rule } from "./schema.ts";
import { readHeader } from "../languages/read-header.ts";
import type { TechniqueResolver } from "./technique-resolver.ts";

/**
 * Returns a rule with the metadata of its edited content: title, id, techniques and header. Unreadable metadata stays
 * unchanged, and so do the techniques of a query whose header names none.
 * @param resolver resolves technique ids in the releases; null if there are none
 */
export function describeEdit(
  latest: Rule,
  content: string,
  resolver: TechniqueResolver | null,
): Rule {
  const read = readHeader(latest.language, content);
  if (read === null) return latest;
  const isSigma = latest.language === "sigma";
  const header = {
    ...read.header,
    logsource: isSigma ? read.header.logsource : sourceOfEdit(latest, read.header.logsource),
    path: latest.header?.path ?? null,
  };
  const described = {
    ...latest,
    header,
    title: read.title ?? latest.title,
    known_as: header.id ?? (isSigma ? null : latest.known_as),
  };
  if (resolver === null || (!isSigma && read.technique_ids.length === 0)) return described;
  const { techniques, unknown, domain, release } = resolver.resolve(read.technique_ids);
  // Techniques that the current releases do not know remain unchanged.
  if (techniques.length === 0 && unknown.length > 0) return described;
  return {
    ...described,
    techniques,
    technique_id: techniques[0] ?? null,
    ...(techniques.length > 0 && { domain, release }),
  };
}

/**
 * Returns the log source of an edited query. The draft's log source is the most precise, so it remains until the query
 * names another.
 */
function sourceOfEdit(latest: Rule, said: SigmaSource | null): SigmaSource | null {
  const known = latest.header?.logsource ?? null;
  if (said === null || known === null) return said ?? known;
  const before = readHeader(latest.language, latest.content)?.header.logsource ?? null;
  return JSON.stringify(before) === JSON.stringify(said) ? known : said;
}
