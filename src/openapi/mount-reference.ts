import { answerPacked } from "../platform/http/packed.ts";
import { defineRoute, type App } from "../platform/http/router.ts";
import { describeService } from "./describe-service.ts";
import { renderErrors } from "./error-page.ts";
import { REFERENCE_POLICY, renderReference, SCALAR_VERSION } from "./reference-page.ts";

interface Deps {
  readAsset: (path: string) => Promise<Response>;
}

const JAVASCRIPT = { "Content-Type": "text/javascript; charset=utf-8" };
const FOREVER = "public, max-age=31536000, immutable";

/** Mounts the description of all routes, for programs and for people. It does not describe itself. */
export function mountReference<D extends Deps>(app: App<D>): void {
  const page = { method: "get" as const, role: "open" as const, hide: true };
  const responses = { 200: { description: "The description." } };
  app.openapi(defineRoute({ ...page, responses, path: "/openapi.json" }), () =>
    Response.json(describeService(app)),
  );
  app.openapi(defineRoute({ ...page, responses, path: "/docs" }), (c) => {
    c.header("Content-Security-Policy", REFERENCE_POLICY);
    return c.html(renderReference());
  });
  app.openapi(defineRoute({ ...page, responses, path: "/docs/errors" }), (c) =>
    c.html(renderErrors()),
  );
  app.openapi(defineRoute({ ...page, responses, path: "/docs/start.js" }), async (c) => {
    const { body } = await readFile(c.var.deps, "start.js");
    return new Response(body, { headers: { ...JAVASCRIPT, "Cache-Control": "no-cache" } });
  });
  const program = `/docs/scalar-${SCALAR_VERSION}.js`;
  app.openapi(defineRoute({ ...page, responses, path: program }), async (c) => {
    const packed = await readFile(c.var.deps, "scalar.js.gz");
    const headers = { ...JAVASCRIPT, "Cache-Control": FOREVER };
    return answerPacked(packed, c.req.raw.headers, headers);
  });
}

/** @throws Error if the asset is missing */
async function readFile({ readAsset }: Deps, name: string): Promise<Response> {
  const response = await readAsset(`/reference/${name}`);
  if (response.ok) return response;
  await response.body?.cancel();
  throw new Error(`The asset reference/${name} is missing.`);
}
