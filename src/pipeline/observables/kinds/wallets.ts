import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { base58xmr, bech32, bech32m, createBase58check } from "@scure/base";
import type { Kind } from "./kind.ts";

const base58check = createBase58check(sha256);

/** First bytes of base58check addresses: Bitcoin, Litecoin, Dogecoin, Dash, Zcash and Tron. */
const VERSIONS: ReadonlySet<string> = new Set("00 05 30 32 1e 16 4c 10 1cb8 1cbd 41".split(" "));
/** Prefixes of segregated-witness addresses (BIP 173, BIP 350): Bitcoin and Litecoin. */
const WITNESS = /^(?:bc|ltc)1[02-9ac-hj-np-z]{11,87}$/;

/** A wallet address with a valid checksum: Bitcoin and its derivatives, Ethereum, or Monero. */
export const cryptocurrency_wallet: Kind = {
  form: "the address of a cryptocurrency wallet whose checksum holds",
  activeDays: null,
  normalise(value) {
    if (/^0x[0-9a-f]{40}$/i.test(value)) return ethereum(value);
    const lower = value.toLowerCase();
    if (WITNESS.test(lower)) return isOneCase(value) && isWitness(lower) ? lower : null;
    if (/^[48][0-9A-Za-z]{94}(?:[0-9A-Za-z]{11})?$/.test(value))
      return isMonero(value) ? value : null;
    return /^[13LMDXtTA379][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(value) && isBase58(value)
      ? value
      : null;
  },
};

const isOneCase = (value: string) => value === value.toLowerCase() || value === value.toUpperCase();

function isBase58(value: string): boolean {
  try {
    const bytes = base58check.decode(value);
    const version = bytesToHex(bytes.slice(0, bytes.length - 20));
    return VERSIONS.has(version);
  } catch {
    return false;
  }
}

/** Checks the bech32 checksum of version 0, or bech32m of later versions (BIP 350). */
function isWitness(value: string): boolean {
  const [, version] = /1(.)/.exec(value) ?? [];
  const code = version === "q" ? bech32 : bech32m;
  return code.decodeUnsafe(value) !== undefined;
}

/** Normalizes an Ethereum address. Mixed case is a checksum (EIP-55). A single case has none and is accepted. */
function ethereum(value: string): string | null {
  const digits = value.slice(2);
  const lower = digits.toLowerCase();
  if (isOneCase(digits)) return `0x${lower}`;
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(lower)));
  const isRight = Array.from(digits).every(
    (digit, i) =>
      /\d/.test(digit) ||
      (digit !== digit.toLowerCase()) === Number.parseInt(hash[i] ?? "0", 16) >= 8,
  );
  return isRight ? `0x${lower}` : null;
}

/** Network bytes of the main net, subaddresses and integrated addresses. Four bytes of Keccak follow. */
const MONERO = new Set([18, 19, 42]);

function isMonero(value: string): boolean {
  try {
    const bytes = base58xmr.decode(value);
    const end = bytes.length - 4;
    const sum = keccak_256(bytes.slice(0, end)).slice(0, 4);
    return MONERO.has(bytes[0] ?? 0) && bytesToHex(sum) === bytesToHex(bytes.slice(end));
  } catch {
    return false;
  }
}
