import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** The label of requests that were answered before any route was reached, or that no route matches. */
export const NO_ROUTE = "none";

const templates = new Map<string, string>();

/**
 * Returns the template of the route that answers, as the OpenAPI document has it: `/api/layers/{layer_id}`. Routes
 * are as many as the service declares, so it is safe as a label of a metric.
 */
export function templateOf(c: Context): string {
  const route = matchedRoutes(c).at(c.req.routeIndex);
  // What runs for every method is middleware, which refused the request.
  if (route === undefined || route.method === "ALL") return NO_ROUTE;
  const known = templates.get(route.path);
  if (known !== undefined) return known;
  // Hono writes a parameter as `:name`, with its pattern in braces where it has one.
  const template = route.path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
  templates.set(route.path, template);
  return template;
}
