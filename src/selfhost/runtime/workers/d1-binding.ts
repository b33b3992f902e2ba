/**
 * Binds a Worker to a database: workerd's own D1 interface, which sends its requests to the Durable Object directly.
 * An internal extension of workerd, because only these may import that interface.
 */
import makeDatabase from "cloudflare-internal:d1-api";

interface Bindings {
  objects: DurableObjectNamespace;
  /** The name of the Durable Object. */
  name: string;
}

export default function openDatabase({ objects, name }: Bindings): D1Database {
  const id = objects.idFromName(name);
  // A stub is valid only within one request.
  const fetch: Fetcher["fetch"] = async (input, init) => await objects.get(id).fetch(input, init);
  return makeDatabase({ fetcher: { fetch } });
}
