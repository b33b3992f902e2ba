import type { LookupFunction } from "node:net";
import { isPublicHost } from "../../platform/outbound/public-network.ts";

/** A name has no public address. */
export class PrivateAddressError extends Error {}

/**
 * Wraps a lookup so that a connection uses only the public addresses of a name. The checked address is the one
 * that is connected to, so a name cannot change in between.
 */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      const all = error === null && Array.isArray(found) ? found : [];
      const addresses = all.filter(({ address }) => isPublicHost(address));
      const [first] = addresses;
      if (first === undefined) done(error ?? new PrivateAddressError(name), "");
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
