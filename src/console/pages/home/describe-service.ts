import type { Provider } from "../../parts/analyser/providers.ts";

/** A provider as named on the page. */
type Named = Pick<Provider, "runs_on"> & { name: string };

const PURPOSE =
  "Finds the ATT&CK techniques in threat reports, shows the sentence behind each one, and";

/**
 * Describes in one sentence what the service does and whether reports leave its machine.
 * @param providers those that are configured; undefined until they are known
 */
export function describeService(
  providers: readonly Named[] | undefined,
  isOnThisMachine: boolean,
): string {
  if (providers === undefined) return `${PURPOSE} says where each report goes.`;
  const place = isOnThisMachine ? "this machine" : "the server that runs it";
  const outside = providers.filter(({ runs_on: where }) => where === "elsewhere");
  if (outside.length === 0) return `${PURPOSE} keeps every report on ${place}.`;
  const names = listed(outside.map(({ name }) => name));
  const only = outside.length < providers.length ? " only if you choose" : " for analysis by";
  return `${PURPOSE} sends a report away from ${place}${only} ${names}.`;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/** Returns whether the service runs on the user's own machine, judging by its address. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
