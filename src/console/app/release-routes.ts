import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { oneOf, type Search, type Texts, textsOf } from "./read-search.ts";

const TOUCHED = ["session", "layer", "rule"] as const;

type ReleasesSearch = Texts<"domain" | "from" | "to"> & { touches?: (typeof TOUCHED)[number] };

const releasesSearch = (search: Search): ReleasesSearch => ({
  ...textsOf(search, ["domain", "from", "to"]),
  ...oneOf(search, "touches", TOUCHED),
});

/** Returns the routes for the releases of the knowledge base. */
export function releaseRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  return [
    createRoute({
      getParentRoute: () => rootRoute,
      path: "/releases",
      validateSearch: releasesSearch,
      component: lazyRouteComponent(
        () => import("../pages/releases/releases-page.tsx"),
        "ReleasesPage",
      ),
    }),
  ] as const;
}
