import ipaddr from "ipaddr.js";
import { isAddress } from "../extract/ipv4.ts";
import type { Kind } from "./kind.ts";

/** Hosting providers reassign addresses to other customers. */
const ACTIVE_DAYS = 90;

/** An IPv4 address, or a network with its prefix, whose host bits are cleared. */
export const ipv4: Kind = {
  form: "an IPv4 address or network, as 203.0.113.7 or 203.0.113.0/24",
  activeDays: ACTIVE_DAYS,
  normalise(value) {
    const [address = "", bits] = value.split("/", 2);
    if (!isAddress(address) || value.split("/").length > 2) return null;
    if (bits === undefined || bits === "32") return address;
    if (!/^(?:[1-9]|[12]\d|3[01])$/.test(bits)) return null;
    return `${ipaddr.IPv4.networkAddressFromCIDR(value).toString()}/${bits}`;
  },
};

/** An IPv6 address or network in RFC 5952 notation, without its zone. Mapped IPv4 addresses are rejected. */
export const ipv6: Kind = {
  form: "an IPv6 address or network, as 2001:db8::7 or 2001:db8::/32",
  activeDays: ACTIVE_DAYS,
  normalise(value) {
    const [given = "", bits] = value.split("/", 2);
    const address = given.replace(/^\[(.*)\]$/, "$1").replace(/%[\w.~-]{1,64}$/, "");
    if (value.split("/").length > 2 || !address.includes(":")) return null;
    if (!ipaddr.IPv6.isValid(address)) return null;
    const parsed = ipaddr.IPv6.parse(address);
    if (parsed.isIPv4MappedAddress()) return null;
    if (bits === undefined || bits === "128") return parsed.toRFC5952String();
    if (!/^(?:[1-9]|[1-9]\d|1[01]\d|12[0-7])$/.test(bits)) return null;
    const network = ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
    return `${network.toRFC5952String()}/${bits}`;
  },
};

/** Returns the IPv4 address that an IPv6 address maps (RFC 4291, 2.5.5.2), or null. */
export function mappedAddress(value: string): string | null {
  const address = value.replace(/^\[(.*)\]$/, "$1").replace(/%[\w.~-]{1,64}$/, "");
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : null;
}

const MAX_ASN = 4_294_967_295;

/** An autonomous system number (RFC 5396, asplain), such as `AS64500`. */
export const asn: Kind = {
  form: "the number of an autonomous system, as AS64500",
  activeDays: 180,
  normalise(value) {
    const [, digits] = /^(?:ASN?\s?)?(\d{1,10})$/i.exec(value) ?? [];
    if (digits === undefined) return null;
    const number = Number(digits);
    return number > 0 && number <= MAX_ASN ? `AS${number}` : null;
  },
};
