import { z } from "zod";
import { type App, defineRoute } from "../../platform/http/router.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { type Collection, findCollection, listCollections } from "./collections.ts";
import type { TaxiiDeps } from "./deps.ts";
import { collectionParams } from "./params.ts";
import {
  apiRootSchema,
  collectionSchema,
  collectionsSchema,
  discoverySchema,
  statusSchema,
  taxiiContent,
} from "./schema.ts";
import { reading, taxiiResponse } from "./taxii-headers.ts";
import { DISCOVERY_PATH, ROOT_PATH, STIX_TYPE, TAXII_TYPE } from "./vocabulary.ts";

const discoveryRoute = defineRoute({
  ...reading,
  path: DISCOVERY_PATH,
  summary: "Get the TAXII discovery",
  description: "TAXII 2.1, section 4.1. The server has one API root.",
  responses: taxiiContent("Name and API roots of the server.", discoverySchema),
});

const rootRoute = defineRoute({
  ...reading,
  path: ROOT_PATH,
  summary: "Get the TAXII API root",
  description: "TAXII 2.1, section 4.2.",
  responses: taxiiContent("Name and versions of the API root.", apiRootSchema),
});

const statusRoute = defineRoute({
  ...reading,
  path: `${ROOT_PATH}status/{status_id}/`,
  summary: "Get the status of a TAXII request",
  description:
    "TAXII 2.1, section 4.3. Collections are read-only, so there is no request to report on: the answer is always 404.",
  request: { params: z.object({ status_id: z.string().min(1).max(100) }) },
  responses: taxiiContent("Never returned.", statusSchema),
});

const collectionsRoute = defineRoute({
  ...reading,
  path: `${ROOT_PATH}collections/`,
  summary: "List TAXII collections",
  description:
    "TAXII 2.1, section 5.1. Reports, observables and techniques, each by the TLP marking of the reports.",
  responses: taxiiContent("All collections that are offered.", collectionsSchema),
});

const collectionRoute = defineRoute({
  ...reading,
  path: `${ROOT_PATH}collections/{collection_id}/`,
  summary: "Get a TAXII collection",
  description: "TAXII 2.1, section 5.2. By its id or its alias.",
  request: { params: collectionParams },
  responses: taxiiContent("The collection as it was requested.", collectionSchema),
});

/** Mounts the TAXII server's discovery resources. */
export function mountTaxii(app: App<TaxiiDeps & RateLimitDeps>): void {
  app.openapi(discoveryRoute, () =>
    taxiiResponse({
      title: "tradecraft",
      description: "Reports, observables and techniques as STIX 2.1.",
      default: ROOT_PATH,
      api_roots: [ROOT_PATH],
    }),
  );
  app.openapi(rootRoute, (c) =>
    taxiiResponse({
      title: "tradecraft",
      description: "Analyzed threat reports, by their TLP marking.",
      versions: [TAXII_TYPE],
      max_content_length: c.var.deps.settings.MAX_JSON_BYTES,
    }),
  );
  app.openapi(statusRoute, (): Response => {
    throw new AppError("not_found", "There is no status with this id: no request adds objects.");
  });
  app.openapi(collectionsRoute, (c) =>
    taxiiResponse({ collections: listCollections(c.var.deps.settings).map(toResource) }),
  );
  app.openapi(collectionRoute, (c) => {
    const { collection_id: id } = c.req.valid("param");
    return taxiiResponse(toResource(findCollection(c.var.deps.settings, id)));
  });
}

function toResource({ id, title, description, alias }: Collection) {
  const media_types = [STIX_TYPE];
  return { id, title, description, alias, can_read: true, can_write: false, media_types };
}
