import type { Context } from "hono";
import { matchedRoutes } from "hono/route";

/** Label of requests that ended before routing or that no route matches. */
export const NO_ROUTE = "none";

const templates = new Map<string, string>();

/**
 * Returns the template of the matched route as in the OpenAPI document: `/api/layers/{layer_id}`. The number of routes
 * is fixed, so it is safe as a metric label.
 */
export function templateOf(c: Context): string {
  const route = matchedRoutes(c).at(c.req.routeIndex);
  // Handlers for every method are middleware, which rejected the request.
  if (route === undefined || route.method === "ALL") return NO_ROUTE;
  const known = templates.get(route.path);
  if (known !== undefined) return known;
  // Hono writes a parameter as `:name`, followed by its pattern in braces if it has one.
  const template = route.path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}");
  templates.set(route.path, template);
  return template;
}
