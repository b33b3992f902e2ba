import { z } from "zod";
import { domainOfCollection } from "../attack/release-identity.ts";
import { type Domain, isVersion, versionRank } from "../attack/vocabulary.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";

/** A release in the index. `url` is absolute. */
export interface UpstreamRelease {
  domain: Domain;
  version: string;
  url: string;
  /** When upstream last changed this release, in its own format, or "" if unknown. */
  modified: string;
}

/** A release of the index that cannot be requested, and why. */
export interface SkippedRelease {
  domain: Domain;
  version: string;
  reason: string;
}

/** The content of an index. */
export interface UpstreamOffer {
  /** Newest first. */
  releases: UpstreamRelease[];
  skipped: SkippedRelease[];
}

/** The fields of attack-stix-data's `index.json` in use. */
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
 * Parses the index: the releases of known domains, newest first, and the unusable ones, so that none is dropped
 * silently.
 * @param base address of the index, for relative addresses in it
 * @throws OutboundError if it is not such an index
 */
export function readIndex(text: string, base: string): UpstreamOffer {
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
  const read = parsed.data.collections.flatMap(({ id, versions }) => {
    const domain = domainOfCollection(id);
    return domain === null ? [] : versions.map((entry) => toRelease(domain, entry, base));
  });
  const releases = read.filter((entry) => "url" in entry);
  const skipped = read.filter((entry) => "reason" in entry);
  if (releases.length === 0) throw refuse("lists no release of ATT&CK");
  releases.sort((a, b) => versionRank(b.version) - versionRank(a.version));
  return { releases, skipped };
}

function toRelease(
  domain: Domain,
  { version, url, modified }: { version: string; url: string; modified: string },
  base: string,
): UpstreamRelease | SkippedRelease {
  const skip = (reason: string) => ({ domain, version: version.slice(0, 64), reason });
  if (!isVersion(version)) return skip("The format of the version is not known.");
  if (!URL.canParse(url, base)) return skip("The URL is not valid.");
  const { href, protocol } = new URL(url, base);
  if (!/^https?:$/.test(protocol)) return skip("The URL must begin with http:// or https://.");
  return { domain, version, url: href, modified };
}
