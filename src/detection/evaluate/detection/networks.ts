import ipaddr from "ipaddr.js";
import type { FieldValue } from "../events/field-value.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether a value is an address of a network. */
export type InNetwork = (value: FieldValue) => boolean;

/** The network of a CIDR notation, IPv4 or IPv6; null where it is none. */
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

/** The address that a text is, without the zone of a local one; null where it is none. */
function addressOf(text: string): Address | null {
  if (text.length > 60 || text.length < 2) return null;
  const zone = text.indexOf("%");
  const address = (zone === -1 ? text : text.slice(0, zone)).trim();
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  return address.includes(":") && ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.parse(address) : null;
}

/** An IPv4 address as IPv6 writes it is the IPv4 address. */
function unmapped(address: Address): Address {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return isMapped ? address.toIPv4Address() : address;
}
