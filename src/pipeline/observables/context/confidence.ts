import type { KnownKind, ObservableRole } from "../vocabulary.ts";

/** Evidence that a mention can be blocked, the strongest first (docs/observables.md, Roles and confidence). */
export type Proof = "listed" | "labelled" | "said" | "defanged" | "none" | "system";

/**
 * Confidence, 0 to 100: of a hundred values with such a mention, how many are true indicators. The steps are no
 * higher than the shares that `npm run eval -- --only observables` measures on the labeled set. Values on a host
 * that is an indicator are too rare there to be measured.
 */
const INDICATOR: Readonly<Record<Proof, number>> = {
  listed: 95,
  labelled: 90,
  said: 85,
  defanged: 80,
  none: 50,
  system: 5,
};

/**
 * Confidence of a mere mention, which depends mostly on its kind: hashes are printed to be searched for. The
 * labeled set accepts any actionable value, so its shares are higher. These follow the advisories, which
 * distinguish indicators from mere mentions.
 */
const MENTIONED: Readonly<Partial<Record<KnownKind, number>>> = {
  cve: 50,
  md5: 70,
  sha1: 70,
  sha256: 70,
  sha512: 70,
  ssdeep: 70,
  imphash: 70,
  authentihash: 70,
  ja3: 70,
  ja3s: 70,
  ja4: 70,
  certificate_hash: 70,
  mutex: 70,
  user_agent: 50,
  cryptocurrency_wallet: 60,
  registry_key: 20,
  file_path: 20,
  file_name: 20,
  ipv4: 40,
  ipv6: 40,
  url: 30,
  email: 30,
  domain: 30,
  asn: 20,
};

/** Confidence of values that are not blocked: the chance that blocking them would have been right. */
const OTHERS: Readonly<Record<Exclude<ObservableRole, "indicator" | "mentioned">, number>> = {
  host: 25,
  legitimate_service: 10,
  victim: 5,
  tool_site: 5,
  example: 0,
  reference: 0,
  vendor: 0,
};

/** Reduction for joined parts, which may not belong together. */
const JOINED = 10;

/** Returns the confidence of a mention, 0 to 100. */
export function confidenceOf(
  kind: KnownKind,
  role: ObservableRole,
  proof: Proof,
  isJoined: boolean,
): number {
  if (role !== "indicator" && role !== "mentioned") return OTHERS[role];
  // The system's own programs and folders are not the attacker's.
  if (proof === "system") return INDICATOR.system;
  const full = role === "indicator" ? INDICATOR[proof] : (MENTIONED[kind] ?? 30);
  return isJoined ? full - JOINED : full;
}
