import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./platform/http/app-env.ts";
import { addCommonHeaders, requestIdOf } from "./platform/http/common-headers.ts";
import { templateOf } from "./platform/http/route-template.ts";
import { withLogFields } from "./platform/lib/log.ts";
import { noteRequest } from "./note-request.ts";
import type { Services } from "./services.ts";

/** The browser's PDF viewer is a page with styles and a plug-in, which the common policy would block. */
const PDF_POLICY = "frame-ancestors 'none'; base-uri 'none'";

/** Adds the request id and the common headers to every response, and records the request. */
export const labelResponse: MiddlewareHandler<AppEnv<Services>> = async (c, next) => {
  const begun = Date.now();
  const requestId = requestIdOf(c.req.raw.headers);
  c.set("requestId", requestId);
  await withLogFields({ request_id: requestId }, next);
  // `c.header` would create a new response for every header of a finished one.
  const { headers } = c.res;
  headers.set("X-Request-ID", requestId);
  if (headers.get("X-API-Version") === null) addCommonHeaders(headers);
  if (isShownPdf(headers)) {
    headers.set("Content-Security-Policy", PDF_POLICY);
  }
  // Without services there are no settings, and nothing is counted.
  const services = c.get("deps") as Services | undefined;
  if (services === undefined) return;
  const { method } = c.req;
  noteRequest(services, { method, route: templateOf(c), status: c.res.status, requestId, begun });
};

/** Returns whether a browser displays a PDF. One that it saves, such as an external report, needs no viewer. */
function isShownPdf(headers: Headers): boolean {
  const isSaved = headers.get("Content-Disposition")?.startsWith("attachment") === true;
  return headers.get("Content-Type") === "application/pdf" && !isSaved;
}
