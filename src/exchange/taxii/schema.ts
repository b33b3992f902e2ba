import { z } from "zod";
import { STIX_TYPE, TAXII_TYPE } from "./vocabulary.ts";

const field = <T extends z.ZodType>(schema: T, description: string, example?: unknown) =>
  schema.meta({ description, ...(example !== undefined && { example }) });

const more = field(z.boolean(), "Whether there are further pages. Absent on the last one.", true);
const next = field(z.string(), "Value of `next` for the next page.", "WyJjMGZmZWUiLDFd");

export const discoverySchema = z
  .object({
    title: field(z.string(), "Name of the server.", "tradecraft"),
    description: field(z.string(), "What the server shares."),
    default: field(z.string(), "URL of the API root.", "/taxii2/tradecraft/"),
    api_roots: field(z.array(z.string()), "URLs of all API roots.", ["/taxii2/tradecraft/"]),
  })
  .meta({ id: "TaxiiDiscovery" });

export const apiRootSchema = z
  .object({
    title: field(z.string(), "Name of the API root.", "tradecraft"),
    description: field(z.string(), "What the API root shares."),
    versions: field(z.array(z.string()), "Versions of TAXII.", [TAXII_TYPE]),
    max_content_length: field(z.int(), "Largest request body in bytes.", 2_097_152),
  })
  .meta({ id: "TaxiiApiRoot" });

export const collectionSchema = z
  .object({
    id: field(z.uuid(), "Identifier of the collection; the same on every server of ours."),
    title: field(z.string(), "Name of the collection.", "Reports TLP:GREEN"),
    description: field(z.string(), "What the collection contains."),
    alias: field(z.string(), "Name that can replace the identifier in URLs.", "reports-tlp-green"),
    can_read: field(z.boolean(), "Whether you can read objects.", true),
    can_write: field(z.boolean(), "Whether you can add objects; always false.", false),
    media_types: field(z.array(z.string()), "Media types of the objects.", [STIX_TYPE]),
  })
  .meta({ id: "TaxiiCollection" });

export const collectionsSchema = z
  .object({ collections: field(z.array(collectionSchema), "The collections.") })
  .meta({ id: "TaxiiCollections" });

export const envelopeSchema = z
  .object({
    more: more.optional(),
    next: next.optional(),
    objects: field(
      z.array(z.looseObject({ type: field(z.string(), "Type of the object.", "report") })),
      "STIX 2.1 objects in the order in which they were added. Absent if there are none.",
    ).optional(),
  })
  .meta({ id: "TaxiiEnvelope" });

export const manifestSchema = z
  .object({
    more: more.optional(),
    next: next.optional(),
    objects: field(
      z.array(
        z.object({
          id: field(
            z.string(),
            "STIX id of the object.",
            "report--5f0c7a52-2f4e-5c0b-9a55-0b1f2f6f3a11",
          ),
          date_added: field(z.string(), "When it was added.", "2026-01-31T08:15:00.000001Z"),
          version: field(z.string(), "When it was modified.", "2026-01-31T08:14:59.000Z"),
          media_type: field(z.string(), "Media type of the object.", STIX_TYPE),
        }),
      ),
      "What is known of each object. Absent if there are none.",
    ).optional(),
  })
  .meta({ id: "TaxiiManifest" });

export const versionsSchema = z
  .object({
    more: more.optional(),
    next: next.optional(),
    versions: field(z.array(z.string()), "Versions of the object.", [
      "2026-01-31T08:14:59.000Z",
    ]).optional(),
  })
  .meta({ id: "TaxiiVersions" });

export const statusSchema = z
  .object({
    id: field(z.string(), "Identifier of the request."),
    status: field(z.string(), "State of the request."),
  })
  .meta({ id: "TaxiiStatus" });

export const errorSchema = z
  .object({
    title: field(z.string(), "Short name of the error.", "Not found"),
    description: field(z.string(), "Explanation of the error in one sentence."),
    error_id: field(z.string(), "Identifier of the request in the log."),
    error_code: field(z.string(), "Error code for programs.", "not_found"),
    http_status: field(z.string(), "HTTP status code.", "404"),
    external_details: field(z.string(), "Link to the description of the error code.").optional(),
    details: field(z.looseObject({}), "Errors by parameter, if there are several.").optional(),
  })
  .meta({ id: "TaxiiError" });

/** The error statuses of TAXII, and when they are returned. */
const ERRORS: Readonly<Record<number, string>> = {
  400: "The server does not understand a parameter.",
  401: "The request does not identify a user.",
  403: "The role, the origin or the collection does not allow the request.",
  404: "There is no such collection or object.",
  406: "The client does not accept TAXII 2.1.",
  429: "Too many requests; `Retry-After` says when to continue.",
  500: "Something went wrong on our side.",
  503: "The service is starting, or its storage does not answer.",
};

/** The responses of a TAXII route that never succeeds. */
export const refusals = Object.fromEntries(
  Object.entries(ERRORS).map(([status, when]) => [status, contentOf(when, errorSchema)]),
);

/** Returns the responses of a TAXII route: a resource, or an error message. */
export function taxiiContent(description: string, schema: z.ZodType, headers?: z.ZodObject) {
  return { 200: { ...contentOf(description, schema), ...(headers && { headers }) }, ...refusals };
}

function contentOf(description: string, schema: z.ZodType) {
  const content: Record<string, { schema: z.ZodType }> = { [TAXII_TYPE]: { schema } };
  return { description, content };
}

/** Times when the first and the last object of a page were added. */
export const addedHeaders = z.object({
  "X-TAXII-Date-Added-First": field(
    z.string(),
    "When the first object of the page was added.",
  ).optional(),
  "X-TAXII-Date-Added-Last": field(
    z.string(),
    "When the last object of the page was added.",
  ).optional(),
});
