import { type App, defineRoute } from "../../../platform/http/router.ts";
import type { RateLimitDeps } from "../../../platform/rate-limits/deps.ts";
import { limitRate } from "../../../platform/rate-limits/rate-limit.ts";
import type { TaxiiDeps } from "../deps.ts";
import {
  collectionParams,
  collectionQuery,
  objectParams,
  objectQuery,
  versionQuery,
} from "../params.ts";
import { type ObjectPage, readObjects } from "../read-objects.ts";
import { readPage } from "../read-page.ts";
import {
  addedHeaders,
  envelopeSchema,
  manifestSchema,
  refusals,
  taxiiContent,
  versionsSchema,
} from "../schema.ts";
import type { LedgerObject } from "../store.ts";
import { reading, refuseWrites, taxiiResponse } from "../taxii-headers.ts";
import { timestampOf } from "../times.ts";
import { ROOT_PATH, STIX_TYPE } from "../vocabulary.ts";

const COLLECTION = `${ROOT_PATH}collections/{collection_id}/` as const;
const OBJECT = `${COLLECTION}objects/{object_id}/` as const;

/** A client that reads a collection page by page exports it once, and then continues from there. */
const paging = {
  ...reading,
  before: [
    ...reading.before,
    limitRate("exports", ({ next }) => next === undefined),
    limitRate("searches", ({ next }) => next !== undefined),
  ],
};

const refusing = {
  ...reading,
  before: [limitRate("writes"), refuseWrites],
  description:
    "All collections are read-only: the answer is always 403, or 404 for an unknown one.",
  responses: refusals,
};

const objectsRoute = defineRoute({
  ...paging,
  path: `${COLLECTION}objects/`,
  summary: "Get the objects of a TAXII collection",
  description:
    "TAXII 2.1, section 5.4. In the order in which they were added to the collection. Pages are shorter than `limit` where many reports have to be read.",
  request: { params: collectionParams, query: collectionQuery },
  responses: taxiiContent("A page of objects.", envelopeSchema, addedHeaders),
});

const manifestRoute = defineRoute({
  ...paging,
  path: `${COLLECTION}manifest/`,
  summary: "Get the manifest of a TAXII collection",
  description: "TAXII 2.1, section 5.3. The ids and versions of the objects, without the objects.",
  request: { params: collectionParams, query: collectionQuery },
  responses: taxiiContent("A page of the manifest.", manifestSchema, addedHeaders),
});

const objectRoute = defineRoute({
  ...paging,
  path: OBJECT,
  summary: "Get an object of a TAXII collection",
  description: "TAXII 2.1, section 5.6.",
  request: { params: objectParams, query: objectQuery },
  responses: taxiiContent("The object in an envelope.", envelopeSchema, addedHeaders),
});

const versionsRoute = defineRoute({
  ...paging,
  path: `${OBJECT}versions/`,
  summary: "List the versions of an object of a TAXII collection",
  description: "TAXII 2.1, section 5.8. The server stores only the last version.",
  request: { params: objectParams, query: versionQuery },
  responses: taxiiContent("The versions of the object.", versionsSchema, addedHeaders),
});

const addRoute = defineRoute({
  ...refusing,
  method: "post",
  path: `${COLLECTION}objects/`,
  summary: "Add objects to a TAXII collection",
  request: { params: collectionParams },
});

const deleteRoute = defineRoute({
  ...refusing,
  method: "delete",
  path: OBJECT,
  summary: "Delete an object of a TAXII collection",
  request: { params: objectParams },
});

/** Mounts the objects of collections. */
export function mountTaxiiObjects(app: App<TaxiiDeps & RateLimitDeps>): void {
  app.openapi(objectsRoute, async (c) => {
    const { collection_id: name } = c.req.valid("param");
    return toEnvelope(await readObjects(c.var.deps, name, c.req.valid("query")));
  });
  app.openapi(objectRoute, async (c) => {
    const { collection_id: name, object_id: id } = c.req.valid("param");
    return toEnvelope(await readObjects(c.var.deps, name, c.req.valid("query"), id));
  });
  app.openapi(manifestRoute, async (c) => {
    const { collection_id: name } = c.req.valid("param");
    const page = await readPage(c.var.deps, name, c.req.valid("query"));
    return paged(page, "objects", page.rows.map(toManifestEntry));
  });
  app.openapi(versionsRoute, async (c) => {
    const { collection_id: name, object_id: id } = c.req.valid("param");
    const page = await readPage(c.var.deps, name, c.req.valid("query"), id);
    const versions = page.rows.map(({ version }) => JSON.stringify(version));
    return paged(page, "versions", versions);
  });
  app.openapi(addRoute, neverReached);
  app.openapi(deleteRoute, neverReached);
}

function neverReached(): Response {
  throw new Error("refuseWrites answers.");
}

function toEnvelope({ objects, ...page }: ObjectPage): Response {
  return paged(page, "objects", objects);
}

/** Returns a page of JSON entries. TAXII omits empty lists, and `more` on the last page. */
function paged(
  { next, rows }: Pick<ObjectPage, "next" | "rows">,
  name: string,
  entries: readonly string[],
): Response {
  const parts = [
    ...(next === null ? [] : [`"more":true,"next":${JSON.stringify(next)}`]),
    ...(entries.length === 0 ? [] : [`"${name}":[${entries.join(",")}]`]),
  ];
  return taxiiResponse(`{${parts.join(",")}}`, headersOf(rows));
}

function headersOf(rows: readonly LedgerObject[]): Record<string, string> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return {};
  return {
    "X-TAXII-Date-Added-First": timestampOf(first.added),
    "X-TAXII-Date-Added-Last": timestampOf(last.added),
  };
}

function toManifestEntry({ stix_id: id, added, version }: LedgerObject): string {
  return JSON.stringify({ id, date_added: timestampOf(added), version, media_type: STIX_TYPE });
}
