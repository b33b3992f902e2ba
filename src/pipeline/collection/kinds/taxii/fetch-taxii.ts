import type { JsonCut } from "../../../../formats/json/json-cutter.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import type { TimeLimits } from "../../../../platform/outbound/time-limits.ts";
import type { CollectionDeps } from "../../deps.ts";
import { fetchJson, type JsonAnswer } from "../fetch-json.ts";
import type { Skipped } from "../kind.ts";

const ACCEPT = "application/taxii+json;version=2.1";
/** Maximum size of one object that an import accepts. */
const MAX_OBJECT_BYTES = 8 * 1024 * 1024;
const MAX_ID_CHARS = 300;

/** An object of a collection, and the identifier of this version. */
export interface TaxiiObject {
  id: string | null;
  version: string;
  json: string;
}

/** A page of objects in a collection. */
export interface Envelope {
  objects: TaxiiObject[];
  /** Objects of the page that could not be read. */
  skipped: Skipped;
  more: boolean;
  next: string | null;
  /** When the last object of the page was added to the collection, if the server states it. */
  last: string | null;
  /** When the server responded. */
  at: string;
}

/** Fetches a resource of a TAXII server by its fields. @throws OutboundError */
export async function fetchResource(
  deps: CollectionDeps,
  url: string,
  limits?: TimeLimits,
): Promise<{ fields: Map<string, unknown>; answer: JsonAnswer }> {
  const fields = new Map<string, unknown>();
  const answer = await ask(deps, {
    url,
    ...(limits !== undefined && { limits }),
    select: (path) => path.length === 1,
    visit: ({ path, value }) => fields.set(String(path[0]), value),
  });
  return { fields, answer };
}

/** Fetches a page of a collection's objects. @throws OutboundError */
export async function fetchObjects(
  deps: CollectionDeps,
  url: string,
  limits?: TimeLimits,
): Promise<Envelope> {
  const objects: TaxiiObject[] = [];
  const fields = new Map<string, unknown>();
  const broken: JsonCut[] = [];
  const visit = (cut: JsonCut) => {
    const { path, value } = cut;
    if (path[0] !== "objects") fields.set(String(path[0]), value);
    else if (value === undefined) broken.push(cut);
    else objects.push(toObject(value));
  };
  const { headers, at } = await ask(deps, {
    url,
    ...(limits !== undefined && { limits }),
    select: (path) =>
      path[0] === "objects" ? path.length === 2 : path.length === 1 && path[0] !== "objects",
    maxValueBytes: MAX_OBJECT_BYTES,
    visit,
  });
  const next = fields.get("next");
  const last = headers.get("X-TAXII-Date-Added-Last");
  return {
    objects,
    skipped: { count: broken.length, first: describeBroken(url, broken[0]) },
    more: fields.get("more") === true,
    next: typeof next === "string" && next !== "" ? next : null,
    last: last !== null && !Number.isNaN(Date.parse(last)) ? last : null,
    at,
  };
}

function describeBroken(url: string, cut: JsonCut | undefined): string | null {
  return cut === undefined ? null : `Object ${Number(cut.path[1]) + 1} of ${url} ${cut.fault}.`;
}

/** Converts an object. Cyber-observable objects have no time, because their IDs are derived from their content. */
function toObject(value: unknown): TaxiiObject {
  const { id, modified, created } = (value ?? {}) as Record<string, unknown>;
  const version = [modified, created].find((time) => typeof time === "string");
  const isNamed = typeof id === "string" && id.length <= MAX_ID_CHARS;
  return { id: isNamed ? id : null, version: version ?? "", json: JSON.stringify(value) };
}

async function ask(
  deps: CollectionDeps,
  request: Omit<Parameters<typeof fetchJson>[1], "headers">,
): Promise<JsonAnswer> {
  try {
    return await fetchJson(deps, { ...request, headers: { Accept: ACCEPT } });
  } catch (error) {
    if (!(error instanceof OutboundError) || error.status !== 406) throw error;
    const message = `${error.message} The server does not speak TAXII 2.1.`;
    throw new OutboundError(message, { transient: false, status: 406, cause: error });
  }
}
