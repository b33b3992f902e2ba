import { useQuery } from "@tanstack/react-query";
import { type NamedRelease, versionsQuery } from "../../api/attack.ts";
import type { MatrixSearch } from "./search.ts";

const DEFAULT_DOMAIN = "enterprise-attack";

/** Returns the release of the address, or the current one. Its version is empty until it is known. */
export function useRelease({ domain, version }: MatrixSearch) {
  const versions = useQuery(versionsQuery);
  const releases = versions.data ?? [];
  const first = releases.some((one) => one.domain === DEFAULT_DOMAIN)
    ? DEFAULT_DOMAIN
    : (releases[0]?.domain ?? DEFAULT_DOMAIN);
  const chosen = domain ?? first;
  const current = releases.find((one) => one.domain === chosen && one.is_current)?.version ?? "";
  const release: NamedRelease = { domain: chosen, version: version ?? current };
  return { release, releases, error: versions.error, isEmpty: versions.data?.length === 0 };
}
