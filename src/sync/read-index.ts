import { z } from "zod";
import { domainOfCollection } from "../attack/release-identity.ts";
import { type Domain, isVersion, versionRank } from "../attack/vocabulary.ts";
import { OutboundError } from "../outbound/outbound-error.ts";

/** A release as the index offers it; `url` is absolute. */
export interface UpstreamRelease {
  domain: Domain;
  version: string;
  url: string;
  /** When upstream last changed this release, as it writes it; "" when it does not say. */
  modified: string;
}

/** `index.json` of attack-stix-data, as far as we read it. */
const indexSchema = z.object({
  collections: z.array(
    z.object({
      id: z.string(),
      versions: z.array(
        z.object({ version: z.string(), url: z.string(), modified: z.string().default("") }),
      ),
    }),
  ),
});

/**
 * Reads the index: the releases of the domains that we know, newest first.
 * @param base address of the index, which relative addresses in it start from
 * @throws OutboundError when it is no such index
 */
export function readIndex(text: string, base: string): UpstreamRelease[] {
  const refuse = (why: string, cause?: unknown) =>
    new OutboundError(`The index at ${base} ${why}.`, { transient: false, cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const html = /^\s*</.test(text);
    throw refuse(html ? "is an HTML page instead of JSON" : "is not valid JSON", cause);
  }
  const parsed = indexSchema.safeParse(value);
  if (!parsed.success) throw refuse("does not list collections with their versions", parsed.error);
  const releases = parsed.data.collections.flatMap(({ id, versions }) => {
    const domain = domainOfCollection(id);
    return domain === null ? [] : versions.flatMap((entry) => toRelease(domain, entry, base));
  });
  if (releases.length === 0) throw refuse("lists no release of ATT&CK");
  return releases.sort((a, b) => versionRank(b.version) - versionRank(a.version));
}

function toRelease(
  domain: Domain,
  { version, url, modified }: { version: string; url: string; modified: string },
  base: string,
): UpstreamRelease[] {
  if (!isVersion(version) || !URL.canParse(url, base)) return [];
  const { href, protocol } = new URL(url, base);
  return /^https?:$/.test(protocol) ? [{ domain, version, url: href, modified }] : [];
}
