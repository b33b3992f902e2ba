import type { Answer } from "./answer.ts";

const T = "2026-11-20T08:00:00.000Z";

export interface Added {
  at: string;
  object: Record<string, unknown>;
}

/** A report with a domain of its own, added to a collection at a time. */
export const note = (n: number, at: string): Added => ({
  at,
  object: {
    type: "report",
    spec_version: "2.1",
    id: `report--00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    created: T,
    modified: T,
    published: T,
    name: `Unit report ${n} of ${at}`,
    description: `Seen at host-${n}.unit-taxii.xyz`,
    object_refs: [],
  },
});

export interface Manners {
  pageSize?: number;
  hasNext?: boolean;
  hasHeaders?: boolean;
  /** Answers instead of the server. */
  fault?: (url: URL, asked: number) => Response | null;
}

/** A TAXII 2.1 server of one collection, in the order in which its objects were added. */
export function taxiiServer(objects: Added[], manners: Manners = {}): Answer {
  const { pageSize = 2, hasNext = true, hasHeaders = true, fault = () => null } = manners;
  let asked = 0;
  return (address) => {
    const url = new URL(address);
    asked += 1;
    const faulty = fault(url, asked);
    if (faulty !== null) return faulty;
    const after = Date.parse(url.searchParams.get("added_after") ?? "1970-01-01T00:00:00Z");
    const types = url.searchParams.get("match[type]")?.split(",");
    const all = objects
      .filter(
        ({ at, object }) =>
          Date.parse(at) > after && (types?.includes(String(object["type"])) ?? true),
      )
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const from = Number(url.searchParams.get("next") ?? 0);
    const size = Math.min(pageSize, Number(url.searchParams.get("limit") ?? pageSize));
    const page = all.slice(from, from + size);
    const isMore = from + size < all.length;
    const next = String(from + size);
    const body = {
      ...(isMore && { more: true, ...(hasNext && { next }) }),
      ...(page.length > 0 && { objects: page.map(({ object }) => object) }),
    };
    const headers: Record<string, string> = {
      "Content-Type": "application/taxii+json;version=2.1",
    };
    if (hasHeaders && page.length > 0) {
      headers["X-TAXII-Date-Added-First"] = page[0]?.at ?? "";
      headers["X-TAXII-Date-Added-Last"] = page.at(-1)?.at ?? "";
    }
    return Response.json(body, { headers });
  };
}
