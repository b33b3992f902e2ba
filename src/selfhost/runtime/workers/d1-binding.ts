/**
 * The binding of a Worker to one of our databases: the platform's own D1 interface, which asks the object of the
 * database directly. An extension of workerd (`internal`), as nothing else may import that interface.
 */
import makeDatabase from "cloudflare-internal:d1-api";

interface Bindings {
  objects: DurableObjectNamespace;
  /** Its id is made of this. */
  name: string;
}

export default function openDatabase({ objects, name }: Bindings): D1Database {
  const id = objects.idFromName(name);
  // A stub belongs to the request that gets it.
  const fetch: Fetcher["fetch"] = async (input, init) => await objects.get(id).fetch(input, init);
  return makeDatabase({ fetcher: { fetch } });
}
