import { type AnyRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

/** Returns the routes for the home page and the analysis page. */
export function homeRoutes<Root extends AnyRootRoute>(rootRoute: Root) {
  const getParentRoute = () => rootRoute;
  return [
    createRoute({
      getParentRoute,
      path: "/",
      component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
    }),
    createRoute({
      getParentRoute,
      path: "/analyze",
      component: lazyRouteComponent(
        () => import("../pages/analyze/analyze-page.tsx"),
        "AnalyzePage",
      ),
    }),
  ] as const;
}
