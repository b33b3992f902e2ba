import { z } from "zod";
import { jsonBody, jsonContent, jsonList } from "../../platform/http/json-content.ts";
import { growingListQuery, setPageHeaders } from "../../platform/http/pagination.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { type App, currentActor, defineRoute } from "../../platform/http/router.ts";
import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import { countRate, limitRate } from "../../platform/rate-limits/rate-limit.ts";
import { createProofLink } from "./create-link.ts";
import type { ProofDeps } from "./deps.ts";
import { listProofLinks } from "./list-links.ts";
import { writeClosedPage, writeProofPage } from "./page/proof-page.ts";
import { pageHeaders } from "./page-headers.ts";
import { findLink, readProof } from "./read-proof.ts";
import { revokeProofLink } from "./revoke-link.ts";
import { createdProofLinkSchema, newProofLinkSchema, proofLinkSchema } from "./schema.ts";

const tags = ["Proof links"];
const LINKS = "/api/analyze/sessions/{session_id}/proof-links";

const createRoute = defineRoute({
  method: "post",
  path: LINKS,
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Create a proof link",
  description:
    "Anyone with the link reads the signed report without an identity: its techniques, their evidence beside the text, " +
    "and the receipt of the signature. The link opens nothing once it expires, is revoked, or the report is reopened or deleted. " +
    "A report that is marked TLP:RED has none. Requires `PROOF_LINKS=true`.",
  problems: ["conflict", "quota_exceeded"],
  request: { params: z.object({ session_id: uuidParam }), body: jsonBody(newProofLinkSchema) },
  responses: { 201: jsonContent("The new link.", createdProofLinkSchema) },
});

const listRoute = defineRoute({
  method: "get",
  path: LINKS,
  role: "analyst",
  tags,
  summary: "List proof links",
  description: "Lists the links of a report without their secrets.",
  request: { params: z.object({ session_id: uuidParam }), query: z.object(growingListQuery) },
  responses: { 200: jsonList("Proof links, newest first.", proofLinkSchema) },
});

const revokeRoute = defineRoute({
  method: "delete",
  path: `${LINKS}/{id}`,
  role: "analyst",
  before: [limitRate("writes")],
  tags,
  summary: "Revoke a proof link",
  description: "The link opens nothing from then on.",
  request: { params: z.object({ session_id: uuidParam, id: uuidParam }) },
  responses: { 204: { description: "The link was revoked." } },
});

const pageRoute = defineRoute({
  method: "get",
  path: "/proof/{secret}",
  role: "open",
  hide: true,
  request: { query: z.object({ page: z.coerce.number().int().catch(1) }) },
  responses: { 200: { description: "The signed report." } },
});

/** Mounts the proof links of signed reports, and their page. */
export function mountProofLinks(app: App<ProofDeps & RateLimitDeps>): void {
  app.openapi(createRoute, async (c) => {
    const { session_id: id } = c.req.valid("param");
    const { name } = currentActor(c.var.identity);
    return c.json(await createProofLink(c.var.deps, name, id, c.req.valid("json")), 201);
  });
  app.openapi(listRoute, async (c) => {
    const query = c.req.valid("query");
    const { session_id: id } = c.req.valid("param");
    const { items, total } = await listProofLinks(c.var.deps, id, query);
    setPageHeaders(c, query, total);
    return c.json(items, 200);
  });
  app.openapi(revokeRoute, async (c) => {
    const { name } = currentActor(c.var.identity);
    await revokeProofLink(c.var.deps, name, c.req.valid("param"));
    return c.body(null, 204);
  });
  app.openapi(pageRoute, async (c) => {
    const { deps } = c.var;
    const link = await findLink(deps, c.req.path.slice("/proof/".length));
    // Each link has a separate limit, and all unknown ones share one.
    await countRate(deps, { name: `proof ${link?.id ?? "unknown"}`, role: "viewer" }, "exports");
    const proof = link && (await readProof(deps, link));
    const page = proof ? writeProofPage(proof, c.req.valid("query").page) : writeClosedPage();
    return new Response(page, { status: proof ? 200 : 404, headers: await pageHeaders() });
  });
}
