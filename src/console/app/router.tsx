import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { actorRoutes } from "./actor-routes.ts";
import { Frame } from "./frame/frame.tsx";
import { NotFound } from "./frame/not-found.tsx";
import { PageError } from "./frame/page-error.tsx";

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: NotFound });

/** Each page is a folder of `pages`, loaded when it is first shown. */
const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    component: lazyRouteComponent(() => import("../pages/analyze/analyze-page.tsx"), "AnalyzePage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sessions",
    validateSearch: (search: Record<string, unknown>): { search?: string; page?: number } => ({
      ...(typeof search["search"] === "string" ? { search: search["search"] } : {}),
      ...(typeof search["page"] === "number" ? { page: search["page"] } : {}),
    }),
    component: lazyRouteComponent(
      () => import("../pages/sessions/sessions-page.tsx"),
      "SessionsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sessions/$sessionId",
    validateSearch: (search: Record<string, unknown>): { technique?: string } =>
      typeof search["technique"] === "string" ? { technique: search["technique"] } : {},
    component: lazyRouteComponent(() => import("../pages/session/session-page.tsx"), "SessionPage"),
  }),
  ...actorRoutes(rootRoute),
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultPendingComponent: () => <Skeleton what="the page" />,
  defaultPendingMs: 200,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
