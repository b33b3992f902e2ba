import ipaddr from "ipaddr.js";
import type { FieldValue } from "../events/field-value.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Returns whether a value is an address in a network. */
export type InNetwork = (value: FieldValue) => boolean;

/** Compiles a CIDR notation, IPv4 or IPv6. Returns null if it is invalid. */
export function compileNetwork(notation: string): InNetwork | null {
  if (!ipaddr.isValidCIDR(notation)) return null;
  const [network, bits] = ipaddr.parseCIDR(notation);
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress();
  return ({ text }) => {
    const address = addressOf(text);
    if (address === null) return false;
    const plain = isMapped ? address : unmapped(address);
    return plain.kind() === network.kind() && plain.match(network, bits);
  };
}

/** Parses an address, without the zone of a link-local one. Returns null if it is invalid. */
function addressOf(text: string): Address | null {
  if (text.length > 60 || text.length < 2) return null;
  const zone = text.indexOf("%");
  const address = (zone === -1 ? text : text.slice(0, zone)).trim();
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return address.includes(":") && ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : null;
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function unmapped(address: Address): Address {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return isMapped ? address.toIPv4Address() : address;
}
