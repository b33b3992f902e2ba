import { BlockList } from "node:net";
import { getDomain } from "tldts";
import { ruleOf } from "../../src/pipeline/observables/warning-lists/effects.ts";

/** A list as upstream publishes it, under its name. */
export interface PlainList {
  name: string;
  type: string;
  list: readonly string[];
}

/**
 * Whether a list names a value, by upstream's words and in the slowest way: each entry is looked at.
 * A leading dot of any entry says that all below is meant; `www.` is part of a
 * site, and so is all that belongs to its registered domain.
 */
export function names({ name, type, list }: PlainList, value: string): boolean {
  if (type === "cidr") return inNetworks(list, value);
  const entries = list.map((entry) => entry.toLowerCase().replace(/\.$/, ""));
  const { reach } = ruleOf(name, null);
  const isBelow = (entry: string) => value === entry || value.endsWith(`.${entry}`);
  const bare = (entry: string) => entry.replace(/^\*?\./, "");
  const hasBelow = type === "hostname" || reach === "below" || reach === "tenants";
  if (hasBelow) return entries.some((entry) => isBelow(bare(entry)));
  if (type === "substring") return entries.some((entry) => value.includes(entry));
  if (type === "regex") return list.some((entry) => new RegExp(entry, "u").test(value));
  return entries.some((entry) =>
    entry.startsWith(".") ? isBelow(bare(entry)) : entry === value || isSite(reach, entry, value),
  );
}

function isSite(reach: string | undefined, entry: string, value: string): boolean {
  if (reach === "site" && getDomain(value, { allowPrivateDomains: true }) === entry) return true;
  return (reach === "www" || reach === "site") && value === `www.${entry}`;
}

function inNetworks(list: readonly string[], value: string): boolean {
  const family = value.includes(":") ? "ipv6" : "ipv4";
  const networks = new BlockList();
  for (const entry of list) {
    const [address = "", bits] = entry.split("/");
    if (address.includes(":") !== value.includes(":")) continue;
    networks.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return networks.check(value, family);
}
