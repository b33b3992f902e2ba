import type { EnrichmentDeps } from "../deps.ts";
import type { EnrichmentProvider } from "../provider.ts";
import type { Target } from "../target.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { loadDirectory } from "./load-directory.ts";
import { lookUp, lookUpDeadline } from "./look-up.ts";
import { type RdapTarget, REGISTERED_KINDS, targetOf } from "./target.ts";

/** Registries and registrars of addresses and domains (RFC 9082, RFC 9083). */
export const rdap: EnrichmentProvider = {
  name: "rdap",
  title: "RDAP",
  kinds: REGISTERED_KINDS,
  settings: [],
  sends: "The IP address, or the registered domain of the name.",
  receivers: () => ["The registry that IANA names for it, and the registrar that it links to"],
  // Registries publish no limits: each gets one query at a time, and none while it limits queries.
  budget: () => [],
  targetOf,
  laneOf: async (deps, target) => await serverOf(deps, asRegistered(target)),
  deadline: lookUpDeadline,
  lookUp: async (deps, target) => await lookUp(deps, asRegistered(target)),
};

async function serverOf(deps: EnrichmentDeps, target: RdapTarget): Promise<string | null> {
  try {
    const base = (await loadDirectory(deps, target.kind))(target.value);
    return base === null ? null : new URL(base).host;
  } catch (error) {
    // The enrichment itself will report the error.
    if (error instanceof OutboundError) return null;
    throw error;
  }
}

/** Narrows a target, which only `targetOf` creates. */
function asRegistered({ kind, value, isAncestor }: Target): RdapTarget {
  const registered = REGISTERED_KINDS.find((one) => one === kind);
  if (registered === undefined) throw new Error(`RDAP is not asked about ${kind}`);
  return { kind: registered, value, isAncestor };
}
