import ipaddr from "ipaddr.js";
import { cryptocurrency_wallet } from "../kinds/wallets.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import { isSuffix } from "./domains.ts";
import type { LineBreak } from "./line-ends.ts";

const D = DEFANGED_DOT;
const BOX = /^["'<(]?[\p{L}\p{N}_.+-]{2,64}$/u;
const HOST = new RegExp(`^[\\w-]{1,63}(?:[.${D}][\\w-]{1,63})*[.${D}]([a-z-]{2,24})(?![\\w])`, "i");

const isHost = (word: string) => isSuffix((HOST.exec(word)?.[1] ?? "-").toLowerCase());

/** Returns whether an email address is broken: `unlock-my-files` and `@evil[.]com`, `crew@` and `evil.com`. */
export function isBrokenMail({ left, right, isLeftAlone }: LineBreak): boolean {
  if (left.endsWith("@")) return BOX.test(left.slice(0, -1)) && isHost(right);
  if (!right.startsWith("@") || !BOX.test(left) || !isHost(right.slice(1))) return false;
  return isLeftAlone || /[\d_.+-]/.test(left);
}

const JA4_BEGUN =
  /^[tqd](?:1[0-3]|s[1-3]|d[1-3]|00)[di]\d{4}[a-z0-9]{2}_[0-9a-f]{0,12}(?:_[0-9a-f]{0,12})?$/i;
const JA4 = /^[a-z0-9]{10}_[0-9a-f]{12}_[0-9a-f]{12}$/i;

export function isBrokenFingerprint({ left, right }: LineBreak): boolean {
  return JA4_BEGUN.test(left) && JA4.test(left + right) && !JA4.test(left);
}

const SHORTEST_WALLET = 26;

/**
 * Returns whether a wallet address is broken. Its checksum proves it. A lowercase Ethereum address has only a
 * length.
 */
export function isBrokenWallet({ left, right }: LineBreak): boolean {
  if (left.length + right.length < SHORTEST_WALLET) return false;
  const second = /^[0-9A-Za-z]*/.exec(right)?.[0] ?? "";
  if (second.length < 4) return false;
  const first = /[0-9A-Za-z]*$/.exec(left)?.[0] ?? "";
  const length = first.length + second.length;
  if (first.length < 8 || length < SHORTEST_WALLET || length > 106) return false;
  if (!/^(?:[13LMDXtTA79348]|bc1|ltc1|0x)/i.test(first) || /^[0-9a-f]+$/i.test(first)) return false;
  const wallet = cryptocurrency_wallet;
  return wallet.normalise(first) === null && wallet.normalise(first + second) !== null;
}

const GROUPS = /^\[?(?:[0-9a-f]{1,4}:){2,7}(?::|[0-9a-f]{0,4})$/i;

/**
 * Returns whether an IPv6 address is broken: `2a0b:f4c1:2:` and `:251`. The halves are not addresses, or the first
 * ends with colons.
 */
export function isBrokenIpv6({ left, right, isRightAlone }: LineBreak): boolean {
  if (!left.includes(":") || !GROUPS.test(left) || !/^[0-9a-f:]{1,30}$/i.test(right)) return false;
  if (!left.endsWith(":") && !right.startsWith(":")) return false;
  const first = left.replace("[", "");
  if (!ipaddr.IPv6.isValid(first + right)) return false;
  return !ipaddr.IPv6.isValid(first) || (isRightAlone && /\d/.test(right));
}
