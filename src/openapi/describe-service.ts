import { derive } from "../platform/lib/derive.ts";
import { PRODUCT } from "../platform/lib/product.ts";
import { problemSchema } from "../platform/http/problem.ts";
import type { App } from "../platform/http/router.ts";
import { completeFields } from "./complete-fields.ts";
import { addExamples } from "./compose-examples.ts";
import { type OpenApiDocument, operationsOf } from "./document.ts";
import { addProblemResponses } from "./problem-responses.ts";
import { SECURITY_SCHEMES, securityOf } from "./security.ts";

/** Returns the OpenAPI document of all routes, generated once from what the routes declare. */
export const describeService = derive(<Deps>(app: App<Deps>): OpenApiDocument => {
  app.openAPIRegistry.register("Problem", problemSchema);
  const generated = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: PRODUCT.name,
      version: PRODUCT.version,
      description:
        `${PRODUCT.description} Errors are problem details with one of [these codes](/docs/errors). ` +
        "Sessions, layers and the pipeline's records are in the workspace database (`WORKSPACE_DB`, also " +
        "called DB 2), apart from the knowledge base.",
      license: { name: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "Server that this document comes from." }],
  });
  // The generator shares parts with the routes' schemas, which must not be changed.
  const document = JSON.parse(JSON.stringify(generated)) as OpenApiDocument;
  completeFields(document);
  addExamples(document);
  addProblemResponses(document);
  document.components["securitySchemes"] = SECURITY_SCHEMES;
  for (const operation of operationsOf(document)) {
    operation.security = securityOf(operation["x-required-role"]);
  }
  return document;
});
