/**
 * Binds a Worker to a database: workerd's own D1 interface, which sends its requests to the Durable Object directly,
 * or from another process to its service. An internal extension of workerd, because only these may import that
 * interface.
 */
import makeDatabase from "cloudflare-internal:d1-api";

interface Bindings {
  /** Set in the process of the databases. */
  objects?: DurableObjectNamespace;
  /** Set in others. */
  service?: Fetcher;
  /** The name of the Durable Object. */
  name: string;
}

export default function openDatabase({ objects, service, name }: Bindings): D1Database {
  const fetch: Fetcher["fetch"] = async (input, init) => {
    // A stub is valid only within one request.
    if (objects !== undefined)
      return await objects.get(objects.idFromName(name)).fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    url.host = name;
    return await (service as Fetcher).fetch(url, init);
  };
  return makeDatabase({ fetcher: { fetch } });
}
